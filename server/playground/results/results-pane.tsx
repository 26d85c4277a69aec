import { useEffect, useRef } from 'preact/hooks';
import { SaveButton, TabList } from '../parts/controls.js';
import { plural } from '../parts/format.js';
import type { PlaygroundResult } from '../service.js';
import type { ExtractionRun, Tab } from '../state.js';
import { useStore } from '../store.js';
import { CodeTab, JsonTab } from './code-tab.js';
import { countsOf } from './entries.js';
import { FieldsTab } from './fields-tab.js';
import { howRead, reportedStages } from './how-read.js';
import { Failed, Refused, Running } from './outcome.js';
import { Confidence } from './value.js';
import { VerificationTab } from './verification-tab.js';

const tabs: readonly { readonly name: Tab; readonly label: string }[] = [
  { name: 'fields', label: 'Fields' },
  { name: 'json', label: 'JSON' },
  { name: 'verification', label: 'Verification' },
  { name: 'code', label: 'Code' },
];

/** The result in tabs. They are there before the first run as well, because the Code tab needs no result. */
export function ResultsPane() {
  const { state, dispatch } = useStore();
  const { run, view } = state;
  const result = run.phase === 'done' ? run.result : undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  const finished = run.phase === 'done' || run.phase === 'refused';
  useEffect(() => {
    if (!finished || focused.has(run)) return;
    focused.add(run);
    heading.current?.focus({ preventScroll: true });
  }, [run]);
  return (
    <div class="results">
      <h2 class="results-heading" tabIndex={-1} ref={heading}>
        {titles[run.phase]}
      </h2>
      {result && !result.body.error && !result.body.documents && <Summary result={result} />}
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

/** The runs whose result has received the focus. Returning to a result must not move the focus again. */
const focused = new WeakSet<ExtractionRun>();

const titles = { idle: 'No result yet', uploading: 'Uploading', waiting: 'Extracting', done: 'Result', refused: 'No result' } as const;

/** The Code tab never changes with the result; the other tabs wait for one. */
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
  if (result.body.documents)
    return <p class="empty-note">The file holds {result.body.documents.length} documents. The tab JSON has the answer about each.</p>;
  return result.body.error ? <Failed result={result} /> : <FieldsTab result={result} />;
}

function Summary({ result }: { readonly result: PlaygroundResult }) {
  const { chosen, threshold } = useStore().state;
  const name = `${result.fileName.replace(/\.\w+$/, '')}-result.html`;
  return (
    <div class="summary">
      <p class="summary-line">
        <Confidence score={result.meta.confidence} />
        <span>
          {countsOf(result, threshold)} · {plural(result.meta.issues.length, 'issue')}
        </span>
        <SaveButton
          label="Save as HTML"
          name={name}
          type="text/html"
          text={async () => (await import('./report.js')).reportOf(result, chosen?.opened)}
        />
      </p>
      <p class="hint how-read">{howRead(result)}</p>
      <Stages result={result} />
    </div>
  );
}

function Stages({ result }: { readonly result: PlaygroundResult }) {
  const stages = reportedStages(result);
  return stages.length === 0 ? null : (
    <p class="hint stages-reported">{stages.map(({ words, ms }) => `${words} ${Math.round(ms)} ms`).join(' · ')}</p>
  );
}
