import { useState } from 'preact/hooks';
import { Icon } from './icon.js';

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
