import type { Box, Word } from '../../contracts/document.js';
import { memoizeByObject } from '../../values/memoize.js';
import type { DocumentIndex } from './document-index.js';
import { boxAround, gapBetween, type Row } from './page-index.js';
import type { Span } from './span.js';

/** Neighbouring words of a row that belong together: a name, a header, a line of an address. */
export interface RowPart {
  readonly row: Row;
  /** Index of the row in the whole document, from 0. */
  readonly order: number;
  /** Words of the row, the end exclusive. */
  readonly from: number;
  readonly to: number;
  /** The words, joined by one space. */
  readonly text: string;
  readonly box: Box;
}

/** Whether two neighbours belong to one text, such as a header or a name. */
export const closesUp = (left: Word | undefined, right: Word | undefined): boolean =>
  left !== undefined && right !== undefined && gapBetween(left, right) < 0.6;

/** The parts of a row, from left to right. Headers of neighbouring columns stand closer than other texts. */
export function partsOf(row: Row, order: number, together = closesUp): readonly RowPart[] {
  const starts = row.words.flatMap((word, at) => (together(row.words[at - 1], word) ? [] : [at]));
  return starts.map((from, at) => {
    const to = starts[at + 1] ?? row.words.length;
    const words = row.words.slice(from, to);
    return { row, order, from, to, text: words.map((word) => word.text).join(' '), box: boxAround(words) };
  });
}

/** Words of one text are at most one height apart; the spaces of typewriters are nearly as wide. */
const isSpaced = (left: Word | undefined, right: Word | undefined): boolean =>
  left !== undefined && right !== undefined && gapBetween(left, right) <= 1;

/** Whether words of the same text stand directly before a span. */
export const continuesText = ({ row: { words }, from }: Span): boolean => isSpaced(words[from - 1], words[from]);

/** The parts of a document, row by row. */
export const partsByRow = memoizeByObject(({ rows }: DocumentIndex): readonly (readonly RowPart[])[] =>
  rows.map((row, order) => partsOf(row, order, isSpaced)),
);

/** The part that contains a span. */
export const partAt = ({ order, from, to }: Span, index: DocumentIndex): RowPart | undefined =>
  partsByRow(index)[order]?.find((part) => part.from < to && part.to > from);

/** Lines of one block are at most this many heights apart, and this many rows of other columns may stand between them. */
const maxLineDistanceHeights = 2.2;
const maxRowsBetween = 4;

/** The next line of a part's block, below or above: the nearest part in its column without an empty line between. */
export function neighbour(part: RowPart, side: 'below' | 'above', index: DocumentIndex): RowPart | undefined {
  const step = side === 'below' ? 1 : -1;
  for (let rows = 1; rows <= maxRowsBetween; rows += 1) {
    const found = partsByRow(index)[part.order + step * rows]?.find((other) => inColumn(part, other));
    if (found) return isNear(part, found) ? found : undefined;
  }
  return undefined;
}

/** The lines that follow a part in its block, nearest first. */
export function linesFrom(part: RowPart, side: 'below' | 'above', index: DocumentIndex): readonly RowPart[] {
  const lines: RowPart[] = [];
  for (let next = neighbour(part, side, index); next && lines.length < maxBlockLines; next = neighbour(next, side, index)) lines.push(next);
  return lines;
}

/** Addresses have no more lines than this. */
const maxBlockLines = 6;

const inColumn = (a: RowPart, b: RowPart): boolean =>
  a.row.page === b.row.page && a.box.x < b.box.x + b.box.width && b.box.x < a.box.x + a.box.width;

function isNear({ box: a }: RowPart, { box: b }: RowPart): boolean {
  const gap = Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height);
  return gap <= maxLineDistanceHeights * Math.min(a.height, b.height);
}
