import { useState } from 'preact/hooks';
import { Icon } from './icon.js';

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
