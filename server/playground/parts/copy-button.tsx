import { useState } from 'preact/hooks';
import { Icon } from './icon.js';

/** Puts a text on the clipboard, and says that it has. */
export function CopyButton({ text, what }: { readonly text: () => string; readonly what: string }) {
  const [said, say] = useState('');
  const copy = async (): Promise<void> => {
    say(
      await navigator.clipboard.writeText(text()).then(
        () => 'Copied',
        () => 'The browser did not allow it',
      ),
    );
    setTimeout(() => say(''), 3_000);
  };
  return (
    <span class="confirming">
      <button type="button" class="button quiet" onClick={() => void copy()}>
        <Icon name="copy" /> Copy<span class="visually-hidden"> {what}</span>
      </button>
      <span role="status">{said}</span>
    </span>
  );
}
