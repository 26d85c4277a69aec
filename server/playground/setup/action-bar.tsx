import { plural } from '../parts/format.js';
import { mistakeIn } from '../schema/mistake.js';
import type { State } from '../state.js';
import { sampleFile, useRun, useStore } from '../store.js';
import { problemOf } from './given-values.js';

/** The button that extracts or scores, with the cost, and Reset. */
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
        {state.values.trim() === '' ? 'Extract' : 'Score'}
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
  const { service, chosen, values } = useStore().state;
  if (!service || service === 'unknown' || !chosen?.opened || chosen.opened.kind === 'unreadable') return <>About 1 credit a page</>;
  const { charged } = chosen.opened;
  const fallback = values.trim() === '' ? service.price.fallback_page : 0;
  const [least, most] = [charged * service.price.page, charged * (service.price.page + fallback)];
  const short =
    most > service.credits.left ? ` Only ${service.credits.left} of ${service.credits.a_day} are left today, so it may be refused.` : '';
  return (
    <>
      {least === most ? `Costs ${plural(least, 'credit')}.` : `Costs ${plural(least, 'credit')}, or ${most} if Tier 2 reads it as well.`}
      {short}
    </>
  );
}

/** Why no extraction can start now; undefined when it can. */
function obstacleTo({ chosen, schema, values, run }: State): string | undefined {
  if (run.phase === 'uploading' || run.phase === 'waiting') return 'An extraction is running.';
  if (!chosen) return 'Choose a document first, or use the sample.';
  if (values.trim() !== '') return problemOf(values) && 'The values of the other extractor have a mistake.';
  const mistake = mistakeIn(schema);
  return mistake && `The schema has a mistake in line ${mistake.line}.`;
}
