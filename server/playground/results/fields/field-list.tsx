import { useStore } from '../../state/store.js';
import type { Entry } from './entries.js';
import { FieldCard } from './field-card.js';

interface FieldListProps {
  readonly entries: readonly Entry[];
  readonly folded: ReadonlySet<string>;
  readonly onToggle: (path: string) => void;
}

/** Cards that arrows go through; Tab stops at the list once. */
export function FieldList({ entries, folded, onToggle }: FieldListProps) {
  const { view } = useStore().state;
  const stop = entries.some(({ path }) => path === view.field) ? view.field : entries[0]?.path;
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-field]')];
    const at = cards.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: cards.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    cards[Math.min(cards.length - 1, Math.max(0, to))]?.focus();
  };
  return (
    <ul class="field-list" aria-label="Fields" onKeyDown={onKeyDown}>
      {entries.map((entry) => (
        <FieldCard
          key={entry.path}
          entry={entry}
          chosen={entry.path === view.field}
          stop={entry.path === stop}
          open={!folded.has(entry.path)}
          onToggle={() => onToggle(entry.path)}
        />
      ))}
    </ul>
  );
}
