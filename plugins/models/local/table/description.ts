import { memoizeByPair } from '../../../../core/index.js';
import { bottom, letters, right } from '../../../../core/text.js';
import { type BodyRow, textAt } from './body.js';
import { isUnderCode, type TableColumn } from './header.js';

/** The index of an item's row among the rows of its table, and those of its neighbours. */
export interface ItemPlace {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** The largest gap between wrapped lines of a description, in line heights. */
const maxGapHeights = 1.1;

/**
 * The description of an item: its own words with the wrapped lines around them, or the nearer lines around a row without words. Below a
 * header of codes it is the line under the item's first.
 */
export function descriptionOf(rows: readonly BodyRow[], place: ItemPlace, columns: readonly TableColumn[]): string {
  const wide = descriptionColumn(rows, columns);
  const head = columns[wide?.column ?? -1];
  if (!wide || !head) return '';
  const { column } = wide;
  const own = rows[place.at];
  const below = isUnderCode(head) ? rows[lineBelow(rows, place, column)] : undefined;
  if (below) return textFrom(below, column);
  const found = own && hasText(own, column) ? wrappedAround(rows, place, wide) : around(rows, place, column);
  return found
    .flatMap((at) => rows[at] ?? [])
    .map((row) => textAt(row, column))
    .join(' ');
}

/** The item's own row, with the full lines above that lead to it and the lines below that continue it. */
function wrappedAround(rows: readonly BodyRow[], place: ItemPlace, wide: DescriptionColumn): readonly number[] {
  const taken = place.before < 0 ? 0 : wrapped(rows, { ...place, at: place.before, before: -1, after: place.at }, wide).length;
  const found = [place.at];
  for (let index = place.at - 1; index > place.before + taken; index -= 1) {
    if (!leadsOn(rows, index, wide)) break;
    found.unshift(index);
  }
  return [...found, ...wrapped(rows, place, wide)];
}

/** Whether a line continues below with a small letter. A heading above several items does not, nor does a period. */
function leadsOn(rows: readonly BodyRow[], index: number, { column, limit }: DescriptionColumn): boolean {
  const [row, below] = [rows[index], rows[index + 1]];
  if (!row || !below || !hasText(row, column) || !/^\p{Ll}/u.test(textAt(below, column))) return false;
  return continues(rows, index, index + 1, column) && wraps(rows, index, { column, limit });
}

function wrapped(rows: readonly BodyRow[], { at, after }: ItemPlace, wide: DescriptionColumn): readonly number[] {
  const below: number[] = [];
  for (let index = at + 1; index < after && goesOn(rows, index, wide.column) && wraps(rows, index - 1, wide); index += 1) below.push(index);
  return below;
}

/** The lines around a row without words: those between two items part at the widest gap, or in the middle. */
function around(rows: readonly BodyRow[], { at, before, after }: ItemPlace, column: number): readonly number[] {
  const found: number[] = [];
  const part = (upper: number, lower: number): number => {
    const from = partBetween(rows, upper, lower);
    return from < lower && isOpen(rows, from - 1, column) ? from + 1 : from;
  };
  const [first, end] = [before < 0 ? 0 : part(before, at), after < rows.length ? part(at, after) : rows.length];
  for (let index = at - 1; index >= first && names(rows, index, index + 1, column); index -= 1) found.unshift(index);
  for (let index = at + 1; index < end && names(rows, index, index - 1, column); index += 1) found.push(index);
  return found;
}

/** The first of the rows between two items that belongs to the lower one. */
function partBetween(rows: readonly BodyRow[], upper: number, lower: number): number {
  const gaps = rows.slice(upper, lower).map((_, step) => gap(rows, upper + step, upper + step + 1));
  const widest = Math.max(...gaps) - gapTolerance * (rows[upper]?.line.box.height ?? 0);
  const off = (step: number) => Math.abs(step - (gaps.length - 1) / 2);
  const steps = gaps.flatMap((one, step) => (one >= widest ? [step] : []));
  return upper + 1 + steps.reduce((best, step) => (off(step) < off(best) ? step : best), steps[0] ?? 0);
}

/** Gaps that differ by less, in line heights, are equally wide. */
const gapTolerance = 0.1;

/** Whether a close row between two items has words of the description; beside them, other cells may wrap into it. */
const names = (rows: readonly BodyRow[], index: number, beside: number, column: number): boolean =>
  isNear(rows, index, beside) && hasText(rows[index], column);

/** The next close line of an item that has words in a column; -1 where none is. */
function lineBelow(rows: readonly BodyRow[], { at, after }: ItemPlace, column: number): number {
  const next = rows.findIndex((row, index) => index > at && index < after && hasText(row, column));
  return next > at && isNear(rows, next, at) ? next : -1;
}

/** All words of a row from a column on: a line that stands alone may also use the space of the columns after it. */
const textFrom = (row: BodyRow, column: number): string =>
  row.words
    .slice(column)
    .map((_, at) => textAt(row, column + at))
    .filter((text) => text !== '')
    .join(' ');

const hasText = (row: BodyRow | undefined, column: number): boolean => row !== undefined && letters(textAt(row, column)) > 0;

/** Whether a row holds only a description and is close to the row beside it. */
function continues(rows: readonly BodyRow[], index: number, beside: number, column: number): boolean {
  return (
    isNear(rows, index, beside) &&
    (rows[index]?.words.every((words, at) => (at === column ? words.length > 0 : words.length === 0)) ?? false)
  );
}

/** Whether a row continues a description: it has words but no numbers in any column. A note such as a period does not. */
function goesOn(rows: readonly BodyRow[], index: number, column: number): boolean {
  const row = rows[index];
  if (!row || !isNear(rows, index, index - 1) || !hasText(row, column) || noteLabel.test(textAt(row, column))) return false;
  return row.numbers.every((number) => number === undefined);
}

/** A label begins a note about the item, such as `Colour: red`, not more of its name. */
const noteLabel = /^\p{L}[\p{L}. -]{1,20}:/u;

function isNear(rows: readonly BodyRow[], index: number, beside: number): boolean {
  const [row, other] = [rows[index], rows[beside]];
  if (!row || !other) return false;
  return (
    gap(rows, Math.min(index, beside), Math.max(index, beside)) <= maxGapHeights * Math.max(row.line.box.height, other.line.box.height)
  );
}

const gap = (rows: readonly BodyRow[], upper: number, lower: number): number => {
  const [a, b] = [rows[upper], rows[lower]];
  return a && b && a.line.page === b.line.page ? b.line.box.y - bottom(a.line.box) : Number.POSITIVE_INFINITY;
};

/** The description column and how far its lines reach. */
export interface DescriptionColumn {
  readonly column: number;
  readonly limit: FullLineLimit;
}

/** How far right a line must reach to count as full, by how the text goes on. */
interface FullLineLimit {
  readonly any: number;
  readonly small: number;
}

/**
 * Whether a line wraps: it ends in the middle of something, or the next word would not have fitted. A word that would have fitted begins a
 * note.
 */
export function wraps(rows: readonly BodyRow[], upper: number, { column, limit }: DescriptionColumn): boolean {
  const [last, first] = [rows[upper], rows[upper + 1]].map((row, below) => row?.line.words[row.words[column]?.at(below - 1) ?? -1]);
  if (!last || !first) return false;
  const end = /^\p{Ll}/u.test(first.text) ? limit.small : limit.any;
  return (
    /[,&/+-]$/.test(last.text) || isOpen(rows, upper, column) || right(last.box) + first.box.width + spaceHeights * last.box.height > end
  );
}

/** Whether a bracket that a line opens is closed in the next one. */
function isOpen(rows: readonly BodyRow[], upper: number, column: number): boolean {
  const [open, next] = rows.slice(upper, upper + 2).map((row) => textAt(row, column));
  return open !== undefined && next !== undefined && open.lastIndexOf('(') > open.lastIndexOf(')') && next.includes(')');
}

/** The width of a space, in line heights. */
const spaceHeights = 0.3;
/** The share of the space up to the next column that a wrapping line fills. Less is enough where a small letter confirms the wrap. */
const minFullShare = { any: 0.75, small: 0.4 };
/** A line that continues with a small letter may end this far before the longest: some programs wrap by characters, not by width. */
const minReachShare = 0.85;

/** The description column of a table, memoized because every item asks for it; undefined where there is none. */
export const descriptionColumn = memoizeByPair(
  (rows: readonly BodyRow[], columns: readonly TableColumn[]): DescriptionColumn | undefined => {
    const column = columns.findIndex(({ concept }) => concept === 'line_description');
    if (column < 0) return undefined;
    const words = rows.flatMap((row) => (row.words[column] ?? []).flatMap((at) => row.line.words[at]?.box ?? []));
    const left = words.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
    const next = columns[column + 1]?.box.x ?? left;
    const furthest = words.reduce((most, box) => Math.max(most, right(box)), Number.NEGATIVE_INFINITY);
    const limit = (full: number, reach: number) => left + Math.max(full * (next - left), reach * (furthest - left));
    // Where lines are seen to wrap, the longest of them says how wide the column is: the next one may begin far to the right.
    const isSeenToWrap = rows.some((row, at) => /^\p{Ll}/u.test(textAt(row, column)) && continues(rows, at, at - 1, column));
    return {
      column,
      limit: {
        any: limit(isSeenToWrap ? 0 : minFullShare.any, 1),
        small: limit(minFullShare.small, minReachShare),
      },
    };
  },
);
