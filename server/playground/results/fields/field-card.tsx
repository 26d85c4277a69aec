import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../parts/icon.js';
import { useStore } from '../../state/store.js';
import { useChoose } from '../use-choose.js';
import { Confidence } from './confidence.js';
import { type Entry, isDoubtful } from './entries.js';
import { Value } from './value.js';

interface FieldCardProps {
  readonly entry: Entry;
  readonly chosen: boolean;
  /** Whether Tab stops here. */
  readonly stop: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** One value: what it is, how sure, why, and where it stands. */
export function FieldCard({ entry, chosen, stop, open, onToggle }: FieldCardProps) {
  const { threshold, placed } = useStore().state;
  const choosing = useChoose(entry.path);
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (chosen) card.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const located = placed?.has(entry.path) ?? true;
  return (
    <li class={`field-card ${chosen ? 'chosen' : ''}`} ref={card}>
      <button type="button" class="card-face" data-field={entry.path} tabIndex={stop ? 0 : -1} aria-pressed={chosen} {...choosing}>
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
        tabIndex={stop ? 0 : -1}
        aria-expanded={open}
        aria-label={`Details of ${entry.label}`}
        onClick={onToggle}
      >
        <Icon name={open ? 'down' : 'next'} />
      </button>
    </li>
  );
}
