import { useEffect, useState } from 'preact/hooks';
import { useRun } from '../../api/use-run.js';
import { useStore } from '../../state/store.js';

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
