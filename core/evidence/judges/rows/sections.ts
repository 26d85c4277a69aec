import { rowOf } from '../../../schema/path.js';
import { memoizeByObject, memoizeByPair } from '../../../values/memoize.js';
import type { Grounded } from '../../grounded.js';
import type { Span } from '../../page/page-index.js';
import { type ArrayItems, arraysIn, type PlacedItem, placeItems } from './place-items.js';

/** An item that has rows of its own: an account of a statement, an option of a quotation. */
interface Item {
  /** Its own values: its name, its sums. */
  readonly own: readonly Grounded[];
  /** Its rows as far as the page has them, top down. */
  readonly rows: readonly PlacedItem[];
}

/** A section of a document: an item with its lines, from that of its heading up to the next one's, which is not its own. */
export interface Section extends Item {
  readonly from: number;
  readonly to: number;
}

/**
 * The sections of a document that the items of an array are. Undefined where the items have no rows of their own, or the page does not show where their
 * sections begin: in the order of the items, so that nearly all rows stand in their own. Items of which the page has no row are left out.
 */
export const sectionsOf = memoizeByPair((items: ArrayItems, cells: readonly Grounded[]): readonly Section[] | undefined => {
  const arrays = arraysByRow(cells);
  const found = items.flatMap((own) => {
    const within = arrays.get(rowOf(own[0]?.path ?? '')?.row) ?? [];
    const rows = within.flatMap((array) => placeItems(array).placed).toSorted((one, other) => one.line - other.line);
    return rows.length > 0 ? [{ own, rows }] : [];
  });
  return found.length > 1 ? placeSections(found) : undefined;
});

/** The arrays by the item that has them. */
const arraysByRow = memoizeByObject((cells: readonly Grounded[]) =>
  Map.groupBy(arraysIn(cells), (items) => rowOf(rowOf(items[0]?.[0]?.path ?? '')?.array ?? '')?.row),
);

/** The values of sections and of their rows that are printed in others only. */
export const valuesOutside = (sections: readonly Section[]): readonly Grounded[] =>
  sections.flatMap((section) => [
    ...section.own.filter((cell) => isOfOther(cell, section, sections)),
    ...section.rows.filter((row) => isOutside(row, section)).flatMap((row) => row.cells),
  ]);

function placeSections(items: readonly Item[]): readonly Section[] | undefined {
  const rowLines = new Set(items.flatMap(({ rows }) => rows.map(({ line }) => line)));
  const starts = items.map((item, at) => headingLine(item, rowLines, middleOf(items[at - 1])));
  if (!starts.every((start, at) => start !== undefined && start > (starts[at - 1] ?? -1))) return undefined;
  const ends = [...starts.slice(1), endOfLast(items, starts)];
  const sections = items.map((item, at) => ({ ...item, from: starts[at] ?? 0, to: ends[at] ?? 0 }));
  const within = sections.flatMap((section) => section.rows.map(({ line }) => isWithin(line, section)));
  return within.filter(Boolean).length >= within.length * minWithin ? sections : undefined;
}
/** One row may be in the wrong section, and seldom more. */
const minWithin = 0.75;

/**
 * The last line above most rows of an item in which one of its own texts stands, and no row; where that is a heading once more, on another page, the one
 * over its first row.
 */
function headingLine({ own, rows }: Item, rowLines: ReadonlySet<number>, above: number): number | undefined {
  const middle = middleOf({ rows });
  const isHeading = ({ order }: Span): boolean => order > above && order < middle && !rowLines.has(order);
  const places = own
    .filter(({ value, field, occurrences }) => value !== null && field.type === 'string' && occurrences.length <= mostPlaces)
    .map(({ occurrences }) => occurrences.filter(isHeading).map(({ order }) => order))
    .filter(({ length }) => length > 0);
  const last = places.flat().reduce((lowest, order) => Math.max(lowest, order), -1);
  const first = rows[0]?.line ?? 0;
  const once = places.find((orders) => orders.includes(last))?.filter((order) => order < first) ?? [];
  return places.length === 0 ? undefined : last > first && once.length > 0 ? Math.max(...once) : last;
}
/** A text in more places heads nothing. */
const mostPlaces = 200;

/** The line of the row in the middle; -1 where there is none. */
const middleOf = (item: Pick<Item, 'rows'> | undefined): number => item?.rows[Math.ceil(item.rows.length / 2) - 1]?.line ?? -1;

/** The last section has as many lines behind its rows as others have: what stands below them may be said of all sections. */
function endOfLast(items: readonly Item[], starts: readonly (number | undefined)[]): number {
  const behind = items.slice(0, -1).map(({ rows }, at) => {
    const next = starts[at + 1] ?? 0;
    return next - (rows.findLast(({ line }) => line < next)?.line ?? next);
  });
  return (items.at(-1)?.rows.at(-1)?.line ?? 0) + behind.reduce((most, lines) => Math.max(most, lines), 0);
}

const isWithin = (line: number, { from, to }: Section): boolean => line >= from && line < to;

/** A row that the section prints as well stands there. */
const isOutside = ({ line, cells }: PlacedItem, section: Section): boolean =>
  !isWithin(line, section) && !cells.every((cell) => cell.value === null || isPrintedIn(section, cell));

const isPrintedIn = (section: Section, { occurrences }: Grounded): boolean => occurrences.some(({ order }) => isWithin(order, section));

/** What stands over all sections or below them may be said of each. */
function isOfOther(cell: Grounded, section: Section, sections: readonly Section[]): boolean {
  const { occurrences } = cell;
  if (occurrences.length === 0 || occurrences.length > mostPlaces || isPrintedIn(section, cell)) return false;
  const [from, to] = [sections[0]?.from ?? 0, sections.at(-1)?.to ?? 0];
  return occurrences.every(({ order }) => order >= from && order < to);
}
