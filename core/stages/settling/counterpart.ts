import type { Grounded } from '../../evidence/grounded.js';
import { assignRows } from '../../evidence/judges/rows/place-items.js';
import { rowOf } from '../../schema/path.js';
import { memoizeByObject } from '../../values/memoize.js';
import type { Grounding } from '../ground.js';

/** Another reader's cell for the same leaf: by path; in arrays by the row on the page, or by index if both found as many rows. */
export function counterpart(cell: Grounded, mine: Grounding, theirs: Grounding): Grounded | undefined {
  const other = lookup(theirs);
  const found = rowOf(cell.path);
  if (!found) return other.byPath.get(cell.path);
  const { row, array } = found;
  const leaf = cell.path.slice(row.length);
  const place = lookup(mine).placeOfRow.get(row);
  const sameplace = place === undefined ? undefined : other.rowAtPlace.get(`${array} ${place}`);
  if (sameplace !== undefined) return other.byPath.get(sameplace + leaf);
  return other.rowsOfArray.get(array) === lookup(mine).rowsOfArray.get(array) ? other.byPath.get(cell.path) : undefined;
}

interface Lookup {
  readonly byPath: ReadonlyMap<string, Grounded>;
  /** The row on the page that belongs to one item alone; items with the same description each have their own. */
  readonly placeOfRow: ReadonlyMap<string, number>;
  readonly rowAtPlace: ReadonlyMap<string, string>;
  readonly rowsOfArray: ReadonlyMap<string, number>;
}

const lookup = memoizeByObject((grounding: Grounding): Lookup => {
  const rows = Map.groupBy(
    grounding.cells.filter((cell) => rowOf(cell.path) !== undefined),
    (cell) => rowOf(cell.path)?.row ?? '',
  );
  const placeOfRow = new Map([...Map.groupBy(rows, ([row]) => arrayOf(row)).values()].flatMap(placed));
  return {
    byPath: new Map(grounding.cells.map((cell) => [cell.path, cell])),
    placeOfRow,
    rowAtPlace: new Map([...placeOfRow].map(([row, place]) => [`${arrayOf(row)} ${place}`, row])),
    rowsOfArray: new Map([...Map.groupBy(rows.keys(), arrayOf)].map(([array, found]) => [array, found.length])),
  };
});

function placed(items: readonly (readonly [row: string, cells: readonly Grounded[]])[]): readonly (readonly [string, number])[] {
  const places = assignRows(items.map(([, cells]) => cells));
  return items.flatMap(([row], position) => {
    const place = places[position];
    return place === undefined ? [] : [[row, place] as const];
  });
}

const arrayOf = (row: string): string => rowOf(row)?.array ?? row;
