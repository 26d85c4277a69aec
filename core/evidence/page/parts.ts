import type { Box, Word } from '../../contracts/document.js';
import { memoizeByObject } from '../../values/memoize.js';
import { type ColumnConcept, columnIn } from '../labels/labels.js';
import type { DocumentIndex } from './document-index.js';
import { boxAround, gapBetween, leftOf, type Row, rightOf, type Span } from './page-index.js';

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

/** Columns that only a table of line items has; summaries also have columns for net, tax and gross amounts. */
const lineColumns = ['line_description', 'line_quantity', 'line_unit_price', 'line_position', 'line_code'] as const;

/** Whether a row names at least two different columns, one of which only a table of line items has. A row with an amount is an item's. */
export const isTableHeader = memoizeByObject((row: Row): boolean => {
  if (row.words.some(({ text }) => isAmount(text))) return false;
  const found = new Set(partsOf(row, 0).map((part) => columnIn(part.text)));
  found.delete(undefined);
  return found.size >= 2 && lineColumns.some((column) => found.has(column));
});

const isAmount = (text: string): boolean => /^\p{Sc}?\d[\d.,'’]*[.,]\d{2,4}\p{Sc}?$/u.test(text);

/**
 * The column of a value in a table of line items: the nearest known header in the nearest table header above it on its page. Distance is
 * measured by centre or right edge, because numbers are aligned to the right.
 */
export const columnOf = (span: Span, index: DocumentIndex): ColumnConcept | undefined => knownHeaderOver(span, index)?.column;

/** The nearest known header over a value, its column, and how far the value stands beside it, in points. */
export function knownHeaderOver(
  span: Span,
  index: DocumentIndex,
): { readonly column: ColumnConcept | undefined; readonly distance: number } | undefined {
  const header = nearestHeader(span, index, ({ text }) => columnIn(text) !== undefined);
  return header && { column: columnIn(header.text), distance: distanceTo(edgesOf(span), header.box) };
}

/** The nearest header over a value, known or not, in the nearest table header above it on its page. */
export const headerOver = (span: Span, index: DocumentIndex): RowPart | undefined => nearestHeader(span, index, () => true);

function nearestHeader(span: Span, index: DocumentIndex, counts: (part: RowPart) => boolean): RowPart | undefined {
  const header = headerOfTable(span, index);
  if (!header || span.from >= span.to) return undefined;
  const value = edgesOf(span);
  return partsOf(header.row, header.order)
    .filter(counts)
    .sort((a, b) => distanceTo(value, a.box) - distanceTo(value, b.box))[0];
}

/** The nearest table header above a span on its page. */
export function headerOfTable({ row, order }: Span, index: DocumentIndex): Pick<Span, 'row' | 'order'> | undefined {
  for (let above = order - 1; above >= 0; above -= 1) {
    const candidate = index.rows[above];
    if (!candidate || candidate.page !== row.page) return undefined;
    if (isTableHeader(candidate)) return { row: candidate, order: above };
  }
  return undefined;
}

const edgesOf = (span: Span): { readonly left: number; readonly right: number } => ({ left: leftOf(span), right: rightOf(span) });

const distanceTo = (value: { left: number; right: number }, header: Box): number =>
  Math.min(Math.abs((value.left + value.right) / 2 - (header.x + header.width / 2)), Math.abs(value.right - (header.x + header.width)));
