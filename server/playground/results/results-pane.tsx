import { useEffect, useRef } from 'preact/hooks';
import type { PlaygroundResult } from '../api/result.js';
import { TabList } from '../parts/tab-list.js';
import type { ExtractionRun, Tab } from '../state/state.js';
import { useStore } from '../state/store.js';
import { CodeTab } from './code/code-tab.js';
import { JsonTab } from './code/json-tab.js';
import { FieldsTab } from './fields/fields-tab.js';
import { Failed } from './outcome/failed.js';
import { Refused } from './outcome/refused.js';
import { Running } from './outcome/running.js';
import { Summary } from './summary.js';
import { VerificationTab } from './verification-tab.js';

const tabs: readonly { readonly name: Tab; readonly label: string }[] = [
  { name: 'fields', label: 'Fields' },
  { name: 'json', label: 'JSON' },
  { name: 'verification', label: 'Verification' },
  { name: 'code', label: 'Code' },
];

/** What came of it. Its tabs are there before the first run, too: the code is known by then. */
export function ResultsPane() {
  const { state, dispatch } = useStore();
  const { run, view } = state;
  const result = run.phase === 'done' ? run.result : undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  const over = run.phase === 'done' || run.phase === 'refused';
  useEffect(() => {
    if (!over || shown.has(run)) return;
    shown.add(run);
    heading.current?.focus({ preventScroll: true });
  }, [run]);
  return (
    <div class="results">
      <h2 class="results-heading" tabIndex={-1} ref={heading}>
        {titles[run.phase]}
      </h2>
      {result && !result.body.error && <Summary result={result} />}
      <TabList
        id="result"
        label="Parts of the result"
        tabs={tabs}
        chosen={view.tab}
        onChoose={(tab) => dispatch({ type: 'show', view: { tab } })}
      />
      <div role="tabpanel" id="result-panel" aria-labelledby={`result-${view.tab}`} class={`result-panel panel-${view.tab}`}>
        <Panel tab={view.tab} result={result} />
      </div>
    </div>
  );
}

/** The runs whose end the focus has been led to: looking at a result again leaves the focus where it is. */
const shown = new WeakSet<ExtractionRun>();

const titles = { idle: 'No result yet', uploading: 'Uploading', waiting: 'Extracting', done: 'Result', refused: 'No result' } as const;

/** The code is the same whatever came of it; everything else waits for a result. */
function Panel({ tab, result }: { readonly tab: Tab; readonly result: PlaygroundResult | undefined }) {
  const { run } = useStore().state;
  if (tab === 'code') return <CodeTab />;
  if (run.phase === 'uploading' || run.phase === 'waiting') return <Running />;
  if (run.phase === 'refused') return <Refused refusal={run.refusal} />;
  if (tab === 'verification') return <VerificationTab result={result} />;
  if (!result)
    return (
      <p class="empty-note">
        Press Extract: the sample document and its schema are ready. What is read from it, and what proves it, will stand here.
      </p>
    );
  if (tab === 'json') return <JsonTab result={result} />;
  return result.body.error ? <Failed result={result} /> : <FieldsTab result={result} />;
}
