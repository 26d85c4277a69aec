import { checkSentence } from '../../report/check-sentence.js';
import { type ReportContent, reportContent } from '../../report/content.js';
import type { VerificationBody } from '../../wire/extraction.js';
import { Icon } from '../parts/controls.js';
import type { PlaygroundResult } from '../service.js';

/** Whether the numbers add up, with each check as a sentence. */
export function VerificationTab({ result }: { readonly result: PlaygroundResult | undefined }) {
  if (!result)
    return (
      <p class="empty-note">
        After an extraction the checks stand here: whether totals equal subtotal plus tax, and whether line items sum to the subtotal.
      </p>
    );
  const { verification, object } = result.body;
  if (verification) return <Checks verification={verification} content={reportContent(object ?? {})} />;
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

function Checks({ verification, content }: { readonly verification: VerificationBody; readonly content: ReportContent }) {
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
        {checks_run.map((check, index) => (
          <li key={index} class={`check status-${check.status.toLowerCase()}`}>
            <span class="check-status">
              <Icon name={icons[check.status]} /> {words[check.status]}
            </span>
            <span class="check-text">{checkSentence(check, content, 'the issues of the tab Fields')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
