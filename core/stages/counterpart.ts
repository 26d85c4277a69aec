import type { Grounded } from '../evidence/grounded.js';
import { rowOf } from '../schema/path.js';
import type { Grounding } from './ground.js';

/** What another reader says to the same leaf: by path; in rows by the row of the page, else by position where both saw as many rows. */
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
  /** The row of the page in which most of an item's evidence stands. */
  readonly placeOfRow: ReadonlyMap<string, number>;
  readonly rowAtPlace: ReadonlyMap<string, string>;
  readonly rowsOfArray: ReadonlyMap<string, number>;
}

const lookups = new WeakMap<Grounding, Lookup>();

function lookup(grounding: Grounding): Lookup {
  const known = lookups.get(grounding);
  if (known) return known;
  const rows = Map.groupBy(
    grounding.cells.filter((cell) => rowOf(cell.path) !== undefined),
    (cell) => rowOf(cell.path)?.row ?? '',
  );
  const placeOfRow = new Map([...rows].flatMap(([row, cells]) => placed(row, cells)));
  const made = {
    byPath: new Map(grounding.cells.map((cell) => [cell.path, cell])),
    placeOfRow,
    rowAtPlace: new Map([...placeOfRow].map(([row, place]) => [`${arrayOf(row)} ${place}`, row])),
    rowsOfArray: new Map([...Map.groupBy(rows.keys(), arrayOf)].map(([array, found]) => [array, found.length])),
  };
  lookups.set(grounding, made);
  return made;
}

function placed(row: string, cells: readonly Grounded[]): readonly (readonly [string, number])[] {
  const orders = cells.flatMap((cell) => cell.evidence?.spans.slice(0, 1).map((span) => span.order) ?? []);
  const [most] = [...Map.groupBy(orders, (order) => order)].sort(([, a], [, b]) => b.length - a.length);
  return most ? [[row, most[0]]] : [];
}

const arrayOf = (row: string): string => rowOf(row)?.array ?? row;
