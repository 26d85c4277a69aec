import type { FailureCode } from '../../../../core/contracts/errors.js';
import type { PlaygroundResult } from '../../api/result.js';
import { useRun } from '../../api/use-run.js';
import { plural } from '../../parts/format.js';
import { Icon } from '../../parts/icon.js';

/** A failed extraction: what happened, what to do next, and what it cost. */
export function Failed({ result }: { readonly result: PlaygroundResult }) {
  const { start } = useRun();
  const { error, metadata } = result.body;
  if (!error) return null;
  return (
    <div class="verdict-card">
      <Icon name="wrong" />
      <div>
        <h3>The document could not be extracted</h3>
        <p>
          <code>{error.code}</code> {error.message}
        </p>
        <p class="remedy">{remedies[error.code]}</p>
        <p class="hint">
          {plural(metadata.credits, 'credit')} used · {metadata.fallback_triggered ? 'both tiers were asked' : 'Tier 2 was not asked'} ·{' '}
          {(metadata.processing_time_ms / 1000).toFixed(1)} s
        </p>
        <button type="button" class="button" onClick={start}>
          Try again
        </button>
      </div>
    </div>
  );
}

const remedies: Readonly<Record<FailureCode, string>> = {
  EXTRACTION_FAILED:
    'Open the file yourself: if it is protected or damaged, export it anew as a PDF and choose that. Trying the same file again will not help.',
  LLM_ERROR:
    'A provider refused or could not be reached. Try again in a minute; if it stays, whoever runs the service should look at its providers.',
  PARSING_ERROR: 'The reply of a provider could not be used. Try again; a shorter schema with clear descriptions helps.',
  TIMEOUT_ERROR: 'It took too long. Send fewer pages or ask for fewer fields; whoever runs the service can raise VOUCH_DEADLINE_MS.',
};
