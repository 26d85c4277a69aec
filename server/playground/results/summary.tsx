import type { PlaygroundResult } from '../api/result.js';
import { SaveButton } from '../parts/save-button.js';
import { useStore } from '../state/store.js';
import { Confidence } from './fields/confidence.js';
import { countsOf, plural } from './fields/entries.js';
import { howRead, reportedStages } from './outcome/how-read.js';
import { reportOf } from './report.js';

/** What a glance should tell: how sure, how many doubts, what it took. */
export function Summary({ result }: { readonly result: PlaygroundResult }) {
  const { threshold } = useStore().state;
  const name = `${result.fileName.replace(/\.\w+$/, '')}-result.html`;
  return (
    <div class="summary">
      <p class="summary-line">
        <Confidence score={result.meta.confidence} />
        <span>
          {countsOf(result, threshold)} · {plural(result.meta.issues.length, 'issue')}
        </span>
        <SaveButton label="Save as HTML" name={name} type="text/html" text={() => reportOf(result, threshold)} />
      </p>
      <p class="hint how-read">{howRead(result)}</p>
      <Stages result={result} />
    </div>
  );
}

/** What the API reports of its way, which the page did not pretend to know before. */
function Stages({ result }: { readonly result: PlaygroundResult }) {
  const stages = reportedStages(result);
  return stages.length === 0 ? null : (
    <p class="hint stages-reported">{stages.map(({ words, ms }) => `${words} ${Math.round(ms)} ms`).join(' · ')}</p>
  );
}
