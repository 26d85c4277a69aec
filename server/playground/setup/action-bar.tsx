import { plural } from '../parts/format.js';
import { mistakeIn } from '../schema/mistake.js';
import type { State } from '../state.js';
import { sampleFile, useRun, useStore } from '../store.js';

/** The Extract button with the cost, and Reset. */
export function ActionBar() {
  const { state, dispatch } = useStore();
  const { start, cancel } = useRun();
  const obstacle = obstacleTo(state);
  const reset = (): void => {
    cancel();
    void sampleFile().then((sample) => dispatch({ type: 'reset', sample }));
  };
  return (
    <div class="action-bar">
      <button
        type="button"
        class="button primary"
        aria-disabled={obstacle !== undefined}
        aria-describedby="extract-note"
        onClick={() => {
          if (!obstacle) start();
        }}
      >
        Extract
      </button>
      <button type="button" class="button" onClick={reset}>
        Reset
      </button>
      <p id="extract-note" class={obstacle ? 'obstacle' : 'hint'}>
        {obstacle ?? <Cost />}
      </p>
    </div>
  );
}

function Cost() {
  const { service, chosen } = useStore().state;
  if (!service || service === 'unknown' || !chosen?.opened || chosen.opened.kind === 'unreadable') return <>About 1 credit a page</>;
  const { charged } = chosen.opened;
  const [least, most] = [charged * service.price.page, charged * (service.price.page + service.price.fallbackPage)];
  const short =
    most > service.credits.left ? ` Only ${service.credits.left} of ${service.credits.aDay} are left today, so it may be refused.` : '';
  return (
    <>
      {least === most ? `Costs ${plural(least, 'credit')}.` : `Costs ${plural(least, 'credit')}, or ${most} if Tier 2 reads it as well.`}
      {short}
    </>
  );
}

/** Why no extraction can start now; undefined when it can. */
function obstacleTo({ chosen, schema, run }: State): string | undefined {
  if (run.phase === 'uploading' || run.phase === 'waiting') return 'An extraction is running.';
  if (!chosen) return 'Choose a document first, or use the sample.';
  const mistake = mistakeIn(schema);
  return mistake && `The schema has a mistake in line ${mistake.line}.`;
}
