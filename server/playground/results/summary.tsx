import type { PlaygroundResult } from '../api/result.js';
import { plural } from '../parts/format.js';
import { SaveButton } from '../parts/save-button.js';
import { useStore } from '../state/store.js';
import { Confidence } from './fields/confidence.js';
import { countsOf } from './fields/entries.js';
import { howRead, reportedStages } from './outcome/how-read.js';
import { reportOf } from './report.js';

/** The result in short: its confidence, the number of doubts, time and cost. */
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

/** The stages that the service reported with its answer, with their times. */
function Stages({ result }: { readonly result: PlaygroundResult }) {
  const stages = reportedStages(result);
  return stages.length === 0 ? null : (
    <p class="hint stages-reported">{stages.map(({ words, ms }) => `${words} ${Math.round(ms)} ms`).join(' · ')}</p>
  );
}
