import { useState } from 'preact/hooks';
import { Icon, Switch } from '../parts/controls.js';
import { SchemaSection } from '../schema/schema-section.js';
import { useStore } from '../store.js';
import { Upload } from './upload.js';
import { Values } from './values.js';

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
