import type { Cell } from '../contracts/model.js';
import { template } from '../schema/path.js';

/** More rows than this are no table but a runaway reader. */
const mostRows = 10_000;

/** Cells by path, rows numbered anew in the reader's order and without gaps, the same for all fields of an array. */
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
    const marks = [...path.matchAll(/\[(\d+)\]/g)].slice(0, depth);
    const last = marks.at(-1);
    if (last)
      rows.set(
        path.slice(0, last.index + last[0].length),
        marks.map((mark) => Number(mark[1])),
      );
  }
  return [...rows].sort(([, a], [, b]) => compare(a, b)).map(([row]) => row);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((index, level) => index !== b[level]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** At every level the n-th smallest index that occurs becomes n; a row past the bound has no path. */
function renumbering(cells: readonly Cell[]): (path: string) => string | undefined {
  const found = new Map<string, Set<number>>();
  for (const { path } of cells) {
    for (const { level, index } of levelsOf(path)) {
      const indexes = found.get(level);
      if (indexes) indexes.add(index);
      else found.set(level, new Set([index]));
    }
  }
  const ranks = new Map(
    [...found].map(([level, indexes]) => [level, new Map([...indexes].sort((a, b) => a - b).map((index, rank) => [index, rank]))]),
  );
  return (path) => {
    const indexes = levelsOf(path).map(({ level, index }) => ranks.get(level)?.get(index) ?? 0);
    let next = 0;
    return indexes.some((index) => index >= mostRows) ? undefined : path.replace(/\[\d+\]/g, () => `[${indexes[next++]}]`);
  };
}

/** Each index in a path with the array it counts: `$.a[2].b[1]` → `$.a` 2, `$.a[2].b` 1. */
const levelsOf = (path: string): readonly { readonly level: string; readonly index: number }[] =>
  [...path.matchAll(/\[(\d+)\]/g)].map((match) => ({ level: path.slice(0, match.index), index: Number(match[1]) }));
