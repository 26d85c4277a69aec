import type { VerificationBody } from '../../wire/extraction.js';
import { Icon } from '../parts/controls.js';
import type { AnswerValue, PlaygroundResult } from '../service.js';
import { sentenceOf } from './sentence.js';

/** Whether the numbers add up, with each check as a sentence. */
export function VerificationTab({ result }: { readonly result: PlaygroundResult | undefined }) {
  if (!result)
    return (
      <p class="empty-note">
        After an extraction the checks stand here: whether totals equal subtotal plus tax, and whether line items sum to the subtotal.
      </p>
    );
  const { verification, object } = result.body;
  if (verification) return <Checks verification={verification} object={object as AnswerValue} />;
  if (result.verified) return <p class="empty-note">The extraction failed before anything could be checked.</p>;
  return (
    <p class="empty-note">
      Verification was off for this run. Turn it on under Options and extract again: the answer then says whether totals equal subtotal plus
      tax, and whether line items sum to the subtotal.
    </p>
  );
}

const meanings: Readonly<Record<VerificationBody['status'], string>> = {
  PASSED: 'All checks passed',
  FAILED: 'A check failed',
  PARTIAL: 'Some checks passed, the others could not be made',
  CANNOT_VERIFY: 'No check could be made',
  NO_RULES: 'The schema asks for nothing that could be checked',
};
const icons = { PASSED: 'ok', FAILED: 'wrong', CANNOT_VERIFY: 'unknown' } as const;
const words = { PASSED: 'Passed', FAILED: 'Failed', CANNOT_VERIFY: 'Cannot verify' } as const;

function Checks({ verification, object }: { readonly verification: VerificationBody; readonly object: AnswerValue }) {
  const { status, checks_run, checks_passed, checks_failed, cannot_verify_count } = verification;
  return (
    <>
      <p class="verdict">
        <strong>{meanings[status]}</strong>
        <span class="hint">
          {checks_passed} passed, {checks_failed} failed, {cannot_verify_count} could not be verified
        </span>
      </p>
      <ul class="checks">
        {checks_run.map((check, index) => {
          const { text, more } = sentenceOf(check, object);
          return (
            <li key={index} class={`check status-${check.status.toLowerCase()}`}>
              <span class="check-status">
                <Icon name={icons[check.status]} /> {words[check.status]}
              </span>
              <span class="check-text">{text}</span>
              {more && <span class="hint">{more}</span>}
            </li>
          );
        })}
      </ul>
    </>
  );
}
