import { useEffect, useState } from 'preact/hooks';
import type { FailureCode } from '../../../core/contracts/errors.js';
import { Icon } from '../parts/controls.js';
import { megabytes, plural } from '../parts/format.js';
import type { PlaygroundRefusal, PlaygroundResult, RefusalKind } from '../service.js';
import { resetTime } from '../setup/credits.js';
import { useRun, useStore } from '../store.js';

const stages = ['Reading the document', 'Tier 1', 'Checking', 'Tier 2, where Tier 1 leaves doubts'];

/** Shows the upload progress and the seconds. The service reports its stages with the answer, so none is ticked before. */
export function Running() {
  const { run } = useStore().state;
  const { cancel } = useRun();
  const seconds = useSeconds();
  if (run.phase !== 'uploading' && run.phase !== 'waiting') return null;
  return (
    <div class="running">
      {run.phase === 'uploading' ? (
        <>
          <label for="upload-progress">
            Uploading {run.name}, {Math.floor(run.share * 100)} % sent
          </label>
          <progress id="upload-progress" value={run.share} max={1} />
        </>
      ) : (
        <p>
          <strong>{run.name} is uploaded.</strong> Waiting for the answer, {seconds} s so far.
        </p>
      )}
      <ol class="stages">
        {stages.map((stage) => (
          <li key={stage}>
            {stage} <span class="hint">not reported yet</span>
          </li>
        ))}
      </ol>
      <p class="hint">The service reports which stages it went through together with its answer.</p>
      <button type="button" class="button" onClick={cancel}>
        Cancel
      </button>
    </div>
  );
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

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

/** Says why there is no answer, and what to do about it. */
export function Refused({ refusal }: { readonly refusal: PlaygroundRefusal }) {
  const { state, dispatch } = useStore();
  const { title, advice } = refusalWords(refusal);
  const correctable = refusal.kind === 'input' || refusal.kind === 'too-large';
  return (
    <div class={`verdict-card refusal-${refusal.kind}`}>
      <Icon name={refusal.kind === 'offline' ? 'info' : 'warning'} />
      <div>
        <h3>{title}</h3>
        <p>{refusal.detail}</p>
        {refusal.kind === 'too-large' && state.chosen && (
          <p>
            {refusal.fileName} has {megabytes(state.chosen.file.size)}.
          </p>
        )}
        {refusal.kind === 'quota' && <QuotaLeft retryAt={refusal.retryAt} />}
        <p class="remedy">{advice}</p>
        {correctable ? (
          <button type="button" class="button" onClick={() => dispatch({ type: 'show', view: { pane: 'setup' } })}>
            Back to the setup
          </button>
        ) : (
          refusal.kind !== 'origin' && refusal.kind !== 'quota' && <Retry refusal={refusal} />
        )}
      </div>
    </div>
  );
}

function QuotaLeft({ retryAt }: { readonly retryAt: Date | undefined }) {
  const { service } = useStore().state;
  const left =
    service && service !== 'unknown' ? `${service.credits.left} of ${service.credits.a_day} credits left` : 'No credits left for this';
  return (
    <p>
      <strong>{left}</strong>
      {retryAt && `, resets at ${resetTime(retryAt)}`}
    </p>
  );
}

/** Offers a retry after the time that the service asked for. */
function Retry({ refusal }: { readonly refusal: PlaygroundRefusal }) {
  const { start } = useRun();
  const seconds = useCountdown(refusal.retryAt);
  return (
    <button type="button" class="button" aria-disabled={seconds > 0} onClick={() => seconds === 0 && start()}>
      {seconds > 0 ? `Retry in ${seconds} s` : 'Retry'}
    </button>
  );
}

/** The seconds left until a time, counted down to 0. */
function useCountdown(until: Date | undefined): number {
  const left = (): number => Math.max(0, Math.ceil(((until?.getTime() ?? 0) - Date.now()) / 1_000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

interface RefusalWords {
  readonly title: string;
  readonly advice: string;
}

/** The title and advice for each kind of missing answer. */
export const refusalWords = (refusal: PlaygroundRefusal): RefusalWords => words[refusal.kind];

const words: Readonly<Record<RefusalKind, RefusalWords>> = {
  input: { title: 'Something in the form cannot be used', advice: 'Mend it in the setup, then extract again. Nothing was charged.' },
  'too-large': { title: 'The file is too large', advice: 'Choose a smaller one, or send the pages that matter. Nothing was charged.' },
  origin: {
    title: 'This page is not allowed to call the API',
    advice:
      'The service does not recognise the address of this page as one of its own. Whoever runs it can allow it with the setting VOUCH_PLAYGROUND_ORIGINS.',
  },
  'too-fast': { title: 'Too many requests at once', advice: 'Your document and schema are still here.' },
  quota: {
    title: 'The credits for today do not suffice',
    advice: 'With an API key there is no such limit: the Code tab has the same request for a terminal.',
  },
  busy: { title: 'The service is busy', advice: 'Your document and schema are still here.' },
  offline: {
    title: 'There is no connection to the service',
    advice: 'Nothing was lost: your document and schema are still here. Check the connection, then try again.',
  },
  fault: {
    title: 'Something went wrong in the service',
    advice: 'Nothing was charged. Try again; if it stays, tell whoever runs the service.',
  },
};
