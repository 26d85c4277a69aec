import { useState } from 'preact/hooks';

const paths = {
  mark: 'M4 12.5l5 5L20 6.5',
  upload: 'M12 16V4m0 0L7 9m5-5l5 5M4 16v3a1 1 0 001 1h14a1 1 0 001-1v-3',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  rotate: 'M20 11a8 8 0 10-2.3 6.3M20 4v7h-7',
  download: 'M12 4v12m0 0l-5-5m5 5l5-5M4 20h16',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  warning: 'M12 4L2.5 20h19zM12 10v5m0 2.2v.3',
  info: 'M12 3a9 9 0 100 18 9 9 0 000-18zm0 8v5.5m0-9v.3',
  ok: 'M12 3a9 9 0 100 18 9 9 0 000-18zM8 12.5l3 3 5.5-6',
  wrong: 'M12 3a9 9 0 100 18 9 9 0 000-18zM9 9l6 6m0-6l-6 6',
  unknown: 'M12 3a9 9 0 100 18 9 9 0 000-18zM9.5 9.5a2.5 2.5 0 113.6 2.2c-.8.5-1.1.9-1.1 2M12 16.6v.3',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
} as const;

export type IconName = keyof typeof paths;

/** A decorative icon. Text beside it always says the same. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
);

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly describedBy?: string;
}

/** A switch. It is a checkbox underneath, so that Space toggles it. */
export const Switch = ({ label, on, onChange, describedBy }: SwitchProps) => (
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
    <span>{label}</span>
  </label>
);

interface TabListProps<Name extends string> {
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly label: string }[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}

/** Tabs with arrow key navigation. The panel that they control has the id `${id}-panel`. */
export function TabList<Name extends string>({ id, label, tabs, chosen, onChoose }: TabListProps<Name>) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChoose(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  };
  return (
    <div class={`tabs tabs-${id}`} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          role="tab"
          id={`${id}-${tab.name}`}
          aria-selected={tab.name === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={tab.name === chosen ? 0 : -1}
          onClick={() => onChoose(tab.name)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, what }: { readonly text: () => string; readonly what: string }) {
  const [message, setMessage] = useState('');
  const copy = async (): Promise<void> => {
    setMessage(
      await navigator.clipboard.writeText(text()).then(
        () => 'Copied',
        () => 'The browser did not allow it',
      ),
    );
    setTimeout(() => setMessage(''), 3_000);
  };
  return (
    <span class="confirming">
      <button type="button" class="button quiet" onClick={() => void copy()}>
        <Icon name="copy" /> Copy<span class="visually-hidden"> {what}</span>
      </button>
      <span role="status">{message}</span>
    </span>
  );
}

interface SaveButtonProps {
  readonly label: string;
  readonly name: string;
  readonly type: string;
  readonly text: () => string | Promise<string>;
}

/** Saves a text as a file and confirms it. */
export function SaveButton({ label, name, type, text }: SaveButtonProps) {
  const [message, setMessage] = useState('');
  const save = async (): Promise<void> => {
    const url = URL.createObjectURL(new Blob([await text()], { type }));
    Object.assign(document.createElement('a'), { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    setMessage(`Saved as ${name}`);
    setTimeout(() => setMessage(''), 3_000);
  };
  return (
    <span class="confirming">
      <button type="button" class="button quiet" onClick={() => void save()}>
        <Icon name="download" /> {label}
      </button>
      <span role="status">{message}</span>
    </span>
  );
}
