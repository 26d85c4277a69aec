import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../parts/icon.js';
import { useStore } from '../../state/store.js';
import { useChoose } from './choose-field.js';
import { Confidence } from './confidence.js';
import { type FieldEntry, isDoubtful } from './entries.js';
import { Findings } from './findings.js';
import { Value } from './value.js';

interface FieldListProps {
  readonly entries: readonly FieldEntry[];
  readonly folded: ReadonlySet<string>;
  readonly onToggle: (path: string) => void;
}

/** The fields as cards. Arrow keys move between them; the list has a single Tab stop. */
export function FieldList({ entries, folded, onToggle }: FieldListProps) {
  const { view } = useStore().state;
  const tabStop = entries.some(({ path }) => path === view.field) ? view.field : entries[0]?.path;
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
          tabStop={entry.path === tabStop}
          open={!folded.has(entry.path)}
          onToggle={() => onToggle(entry.path)}
        />
      ))}
    </ul>
  );
}

interface FieldCardProps {
  readonly entry: FieldEntry;
  readonly chosen: boolean;
  /** True for the only card that Tab stops at. */
  readonly tabStop: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** One value with its confidence, the reason for it, and its evidence. */
function FieldCard({ entry, chosen, tabStop, open, onToggle }: FieldCardProps) {
  const { threshold, positions } = useStore().state;
  const choosing = useChoose(entry.path);
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (chosen) card.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const located = positions?.has(entry.path) ?? true;
  return (
    <li class={`field-card ${chosen ? 'chosen' : ''}`} ref={card}>
      <button type="button" class="card-face" data-field={entry.path} tabIndex={tabStop ? 0 : -1} aria-pressed={chosen} {...choosing}>
        <span class="card-label">
          {entry.label} <span class="type">{entry.type}</span>
        </span>
        <Value entry={entry} />
        <Confidence score={entry.score} />
        {isDoubtful(entry, threshold) && (
          <span class="below">
            <Icon name="warning" /> below your {threshold}
          </span>
        )}
        {open && (
          <span class="card-more">
            <span class="where">{entry.page === undefined ? 'no page' : `p. ${entry.page}${located ? '' : ', no position'}`}</span>
            {entry.text !== undefined && <span class="quote">“{entry.text}”</span>}
            <span class="reason">{entry.reason}</span>
          </span>
        )}
      </button>
      <button
        type="button"
        class="button quiet icon-only fold"
        tabIndex={tabStop ? 0 : -1}
        aria-expanded={open}
        aria-label={`Details of ${entry.label}`}
        onClick={onToggle}
      >
        <Icon name={open ? 'down' : 'next'} />
      </button>
      {open && chosen && entry.evidence && <Findings {...entry.evidence} />}
    </li>
  );
}
