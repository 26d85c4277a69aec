import { bottom, nameParts, type PageLine, right } from '../../../../core/text.js';
import { type BodyRow, textAt } from './body.js';
import { type DescriptionColumn, wraps } from './description.js';

/** A row of a table, with the lines under it that only go on with one of its texts, or say more of it. */
export interface OwnRow extends BodyRow {
  readonly tail: readonly BodyRow[];
}

export function withTails(lines: readonly BodyRow[]): readonly OwnRow[] {
  const rows: { readonly row: BodyRow; readonly tail: BodyRow[] }[] = [];
  for (const row of lines) {
    const last = rows.at(-1);
    const above = last?.tail.at(-1) ?? last?.row;
    if (last && above && isTail(row, above)) last.tail.push(row);
    else rows.push({ row, tail: [] });
  }
  return rows.map(({ row, tail }) => ({ ...row, tail }));
}

/** Whether a line close under another one has words in one column only, that announce and sum up nothing. */
const isTail = ({ line, words, numbers }: BodyRow, { line: above }: BodyRow): boolean =>
  line.page === above.page &&
  words.filter((own) => own.length > 0).length === 1 &&
  numbers.every((number) => number === undefined) &&
  gapOf(above, line) <= maxTailGapHeights * line.box.height &&
  !announces(line);
export const maxTailGapHeights = 0.9;

export const lastLineOf = (row: OwnRow | undefined): PageLine | undefined => row?.tail.at(-1)?.line ?? row?.line;

/** Whether a line announces or sums up something. */
export const announces = ({ phrases: [first] }: PageLine): boolean =>
  first === undefined || /\p{L}:(?:\s|$)/u.test(first.text) || nameParts(first.text).atoms.has('total');

export const gapOf = (upper: PageLine, lower: PageLine): number => lower.box.y - bottom(upper.box);

/** How far the lines of a column reach. */
export interface OwnReach extends DescriptionColumn {
  /** How far right a line reaches at least that wraps. */
  readonly full: number;
}

export function reachOf(column: number, rows: readonly OwnRow[]): OwnReach {
  const boxes = rows.flatMap((row) =>
    [row, ...row.tail].flatMap(({ words, line }) => (words[column] ?? []).flatMap((at) => line.words[at]?.box ?? [])),
  );
  const left = boxes.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
  const any = boxes.reduce((most, box) => Math.max(most, right(box)), Number.NEGATIVE_INFINITY);
  return { column, full: left + minFullShare * (any - left), limit: { any, small: any } };
}
/** Of the longest line: a shorter one does not wrap. */
const minFullShare = 0.75;

/** What a cell prints. It is whole unless lines under it may go on with it. */
export interface TextOfCell {
  readonly text: string;
  readonly isWhole: boolean;
  readonly isJoined?: boolean;
}

/** The words of a cell with the lines under it that it wraps into. */
export function textOfLines(row: OwnRow, { column, ...wide }: OwnReach): TextOfCell {
  const lines = [row, ...row.tail].filter((line) => textAt(line, column) !== '');
  const end = lines.findIndex(
    (line, at) => at + 1 < lines.length && !(endOf(line, column) >= wide.full && wraps(lines, at, { column, ...wide })),
  );
  const own = end < 0 ? lines : lines.slice(0, end + 1);
  return { text: own.map((line) => textAt(line, column)).join(' '), isWhole: end < 0, isJoined: own.length > 1 };
}

function endOf({ line, words }: BodyRow, column: number): number {
  const last = line.words[words[column]?.at(-1) ?? -1];
  return last ? right(last.box) : Number.NEGATIVE_INFINITY;
}
