import type { Cell } from '../../contracts/model.js';
import { concrete, indexesIn, template } from '../../schema/path.js';

/** A table never has more rows than this; a reader that repeats itself may. */
const maxRows = 10_000;

/** Cells by path. Rows are renumbered without gaps, in the reader's order and alike for all fields of an array. */
export function cellsByPath(cells: readonly Cell[]): ReadonlyMap<string, readonly Cell[]> {
  const renumbered = renumbering(cells);
  const byPath = new Map<string, Cell[]>();
  for (const cell of cells) {
    const path = renumbered(cell.path);
    if (path === undefined) continue;
    const same = byPath.get(path);
    if (same) same.push({ ...cell, path });
    else byPath.set(path, [{ ...cell, path }]);
  }
  return byPath;
}

/** The rows of an array that occur among the paths, in document order: (`$.a[]`, [`$.a[0].b`, `$.a[1].c`]) → [`$.a[0]`, `$.a[1]`]. */
export function rowsOf(array: string, paths: readonly string[]): readonly string[] {
  const depth = array.split('[]').length - 1;
  const rows = new Map<string, readonly number[]>();
  for (const path of paths) {
    if (!template(path).startsWith(array)) continue;
    const marks = indexesIn(path).slice(0, depth);
    const last = marks.at(-1);
    if (last)
      rows.set(
        last.row,
        marks.map((mark) => mark.index),
      );
  }
  return [...rows].sort(([, a], [, b]) => compare(a, b)).map(([row]) => row);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((index, level) => index !== b[level]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** At every level the n-th smallest index becomes n. A row beyond the bound, or without an index, gets no path. */
function renumbering(cells: readonly Cell[]): (path: string) => string | undefined {
  const found = new Map<string, Set<number>>();
  for (const { path } of cells) {
    for (const { array, index } of indexesIn(path)) {
      const indexes = found.get(array);
      if (indexes) indexes.add(index);
      else found.set(array, new Set([index]));
    }
  }
  const ranks = new Map(
    [...found].map(([level, indexes]) => [level, new Map([...indexes].sort((a, b) => a - b).map((index, rank) => [index, rank]))]),
  );
  return (path) => {
    const indexes = indexesIn(path).map(({ array, index }) => ranks.get(array)?.get(index) ?? 0);
    return path.includes('[]') || indexes.some((index) => index >= maxRows) ? undefined : concrete(template(path), indexes);
  };
}
