import { useState } from 'preact/hooks';
import type { PlaygroundResult } from '../../api/result.js';
import { useStore } from '../../state/store.js';
import { Issues } from '../issues.js';
import { doubtfulFirst, entriesOf, type FieldEntry, isDoubtful } from './entries.js';
import { FieldList } from './field-list.js';
import { ItemsGrid } from './items-grid.js';

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

const tablesOf = (entries: readonly FieldEntry[]): ReadonlyMap<string, readonly FieldEntry[]> =>
  Map.groupBy(
    entries.filter(({ row }) => row),
    ({ row }) => row?.array ?? '',
  );
