import { useStore } from '../store.js';
import { problemOf } from './given-values.js';

/** What somebody else has read of the document: pasted or dropped, it is scored, and nothing is read. */
export function Values() {
  const { state, dispatch } = useStore();
  const { values, run } = state;
  const refused = run.phase === 'refused' && run.refusal.field === 'values' ? run.refusal.detail : undefined;
  const problem = problemOf(values) ?? refused;
  const take = (file: File | undefined): void => void file?.text().then((text) => dispatch({ type: 'values', text }));
  return (
    <details class="section foldable" open={values !== ''}>
      <summary>
        <span class="summary-title">Values of another extractor</span>
        <span class="hint">{values.trim() === '' ? 'None: the document is read' : 'They are scored, nothing is read'}</span>
      </summary>
      <div class="option">
        <label for="values">JSON with the values</label>
        <textarea
          id="values"
          class="values"
          rows={8}
          spellcheck={false}
          placeholder='{ "total": 119.00, "due_date": "2026-04-11" }'
          value={values}
          aria-invalid={problem !== undefined}
          aria-describedby="values-hint"
          onInput={({ currentTarget }) => dispatch({ type: 'values', text: currentTarget.value })}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            take(event.dataTransfer?.files[0]);
          }}
        />
        <p id="values-hint" class="hint">
          Paste it, or drop a file: amounts as numbers, days as 2026-03-31. They come back as they are, each with what proves it.
        </p>
        {problem !== undefined && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    </details>
  );
}
