import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/controls.js';
import type { PlaygroundResult } from '../service.js';
import { useStore } from '../store.js';
import { doubtfulFirst, entriesOf, type FieldEntry, isDoubtful, tablesOf } from './entries.js';
import { ItemsGrid } from './items-grid.js';
import { Confidence, focusField, useChoose, Value } from './value.js';

/** Every value with its evidence: doubtful fields first, rows of arrays in tables. */
export function FieldsTab({ result }: { readonly result: PlaygroundResult }) {
  const { state, dispatch } = useStore();
  const { threshold, view } = state;
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const entries = entriesOf(result);
  const doubtful = entries.filter((entry) => isDoubtful(entry, threshold));
  const single = doubtfulFirst(
    entries.filter(({ row }) => !row),
    threshold,
  );
  const shown = view.doubtfulOnly ? single.filter((entry) => isDoubtful(entry, threshold)) : single;
  const toggle = (path: string): void =>
    setFolded((before) => new Set(before.has(path) ? [...before].filter((one) => one !== path) : [...before, path]));
  return (
    <>
      <Issues result={result} />
      <div class="field-tools">
        <button
          type="button"
          class="button toggle"
          aria-pressed={view.doubtfulOnly}
          onClick={() => dispatch({ type: 'show', view: { doubtfulOnly: !view.doubtfulOnly } })}
        >
          Only doubtful ({doubtful.length})
        </button>
        <button type="button" class="button quiet" onClick={() => setFolded(new Set())}>
          Expand all
        </button>
        <button type="button" class="button quiet" onClick={() => setFolded(new Set(single.map(({ path }) => path)))}>
          Collapse all
        </button>
      </div>
      {view.doubtfulOnly && doubtful.length === 0 && <p class="empty-note">No field is below {threshold}.</p>}
      <FieldList entries={shown} folded={folded} onToggle={toggle} />
      {[...tablesOf(entries)].map(([array, cells]) => (
        <ItemsGrid key={array} array={array} cells={cells} doubtfulOnly={view.doubtfulOnly} />
      ))}
    </>
  );
}

function Issues({ result }: { readonly result: PlaygroundResult }) {
  const { issues } = result.meta;
  if (issues.length === 0) return null;
  return (
    <section class="issues" aria-labelledby="issues-heading">
      <h3 id="issues-heading" class="issues-head">
        <Icon name="warning" /> {issues.length === 1 ? '1 issue' : `${issues.length} issues`}
      </h3>
      <ul>
        {issues.map((issue) => (
          <Issue key={issue} issue={issue} result={result} />
        ))}
      </ul>
    </section>
  );
}

function Issue({ issue, result }: { readonly issue: string; readonly result: PlaygroundResult }) {
  const { dispatch } = useStore();
  const entries = entriesOf(result);
  // An issue begins with the path of its field. If several paths match, the longest one is meant.
  const entry = entries.filter(({ path }) => issue.startsWith(`${path}:`)).sort((a, b) => b.path.length - a.path.length)[0];
  if (!entry) return <li>{issue}</li>;
  const go = (): void => {
    dispatch({ type: 'show', view: { field: entry.path } });
    requestAnimationFrame(() => focusField(entry.path));
  };
  return (
    <li>
      <button type="button" class="link" onClick={go}>
        {entry.label}
      </button>
      {issue.slice(entry.path.length)}
    </li>
  );
}

interface FieldListProps {
  readonly entries: readonly FieldEntry[];
  readonly folded: ReadonlySet<string>;
  readonly onToggle: (path: string) => void;
}

/** The fields as cards. Arrow keys move between them; the list has a single Tab stop. */
function FieldList({ entries, folded, onToggle }: FieldListProps) {
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

/** What the score of a value was made from: each finding with its weight in log-odds, and the most that it allows. */
function Findings({ prior, findings }: NonNullable<FieldEntry['evidence']>) {
  return (
    <ul class="findings" aria-label="What the score was made from">
      {prior !== undefined && (
        <li>
          <b>{signed(prior)}</b> what this reader is worth
        </li>
      )}
      {findings.map(({ name, weight, says, at_most: most }) => (
        <li key={`${name} ${says}`}>
          <b>{[weight === undefined ? [] : signed(weight), most === undefined ? [] : `at most ${most.toFixed(2)}`].flat().join(', ')}</b>{' '}
          <code>{name}</code> {says}
        </li>
      ))}
    </ul>
  );
}

const signed = (weight: number): string => `${weight < 0 ? '−' : '+'}${Math.abs(weight).toFixed(2)}`;
