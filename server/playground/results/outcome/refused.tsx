import { useEffect, useState } from 'preact/hooks';
import type { PlaygroundRefusal } from '../../api/refusal.js';
import { useRun } from '../../api/use-run.js';
import { megabytes } from '../../parts/format.js';
import { Icon } from '../../parts/icon.js';
import { resetTime } from '../../setup/credits.js';
import { useStore } from '../../state/store.js';
import { refusalWords } from './refusal-words.js';

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
    service && service !== 'unknown' ? `${service.credits.left} of ${service.credits.aDay} credits left` : 'No credits left for this';
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
