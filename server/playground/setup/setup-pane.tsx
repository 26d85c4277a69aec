import { useState } from 'preact/hooks';
import { Icon, Switch } from '../parts/controls.js';
import { SchemaSection } from '../schema/schema-section.js';
import { useStore } from '../store.js';
import { problemOf } from './given-values.js';
import { Upload } from './upload.js';

/** What the service needs: a document, a schema or values of another extractor, and two options. */
export function SetupPane() {
  return (
    <div class="setup">
      <Upload />
      <Values />
      <SchemaSection />
      <Options />
    </div>
  );
}

/** The options, folded away because they are rarely changed. The summary line shows their values. */
function Options() {
  const { state, dispatch } = useStore();
  const { threshold, verify } = state;
  return (
    <details class="section foldable options">
      <summary>
        <span class="summary-title">Options</span>
        <span class="hint">
          Threshold {threshold}, verification {verify ? 'on' : 'off'}
        </span>
      </summary>
      <Threshold threshold={threshold} onChange={(to) => dispatch({ type: 'threshold', threshold: to })} />
      <div class="option">
        <Switch label="Verification" on={verify} onChange={(on) => dispatch({ type: 'verify', verify: on })} describedBy="verify-hint" />
        <p id="verify-hint" class="hint">
          Checks that totals equal subtotal plus tax, and that line items sum to the subtotal.
        </p>
      </div>
    </details>
  );
}

function Threshold({ threshold, onChange }: { readonly threshold: number; readonly onChange: (to: number) => void }) {
  const [typed, setTyped] = useState<string>();
  const { run } = useStore().state;
  const refused = run.phase === 'refused' && run.refusal.field === 'threshold' ? run.refusal.detail : undefined;
  const problem =
    typed === undefined
      ? refused
      : `${typed === '' ? 'Nothing' : typed} is no threshold: it is a number from 0 to 1. ${threshold} still holds.`;
  const take = (text: string): void => {
    const value = Number(text);
    const fits = text.trim() !== '' && value >= 0 && value <= 1;
    setTyped(fits ? undefined : text);
    if (fits) onChange(value);
  };
  return (
    <div class="option">
      <label for="threshold">Confidence threshold</label>
      <span class="threshold">
        <input
          type="range"
          aria-label="Confidence threshold, as a slider"
          aria-describedby="threshold-hint"
          min="0"
          max="1"
          step="0.01"
          value={threshold}
          onInput={({ currentTarget }) => take(currentTarget.value)}
        />
        <input
          id="threshold"
          inputMode="decimal"
          aria-describedby={problem ? 'threshold-hint threshold-problem' : 'threshold-hint'}
          aria-invalid={problem !== undefined}
          value={typed ?? String(threshold)}
          onInput={({ currentTarget }) => take(currentTarget.value)}
        />
      </span>
      <p id="threshold-hint" class="hint">
        A required field that is less sure than this sends the document to Tier 2, and counts as doubtful here.
      </p>
      {problem && (
        <p id="threshold-problem" class="problem" role="alert">
          <Icon name="warning" /> {problem}
        </p>
      )}
    </div>
  );
}

/** What somebody else has read of the document: pasted or dropped, it is scored, and nothing is read. */
function Values() {
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
