interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly describedBy?: string;
  readonly hideLabel?: boolean;
}

/** A switch. It is a checkbox underneath, so that Space toggles it. */
export const Switch = ({ label, on, onChange, describedBy, hideLabel = false }: SwitchProps) => (
  <label class="switch">
    <input
      type="checkbox"
      role="switch"
      checked={on}
      aria-checked={on}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span class="switch-track" aria-hidden="true" />
    <span class={hideLabel ? 'visually-hidden' : undefined}>{label}</span>
  </label>
);
