import type { Box } from '../../contracts/document.js';
import { memoizeByObject } from '../../values/memoize.js';
import { type ColumnConcept, columnIn } from '../labels/labels.js';
import { sharesColumn } from './boxes.js';
import type { DocumentIndex } from './document-index.js';
import { type HeaderPiece, headerPieces } from './header-pieces.js';
import { type Phrase, phrasesOf } from './lines.js';
import { leftOf, meets, type Row, rightOf, type Span } from './page-index.js';

/** The phrase that contains a span. */
export const phraseAt = ({ order, from, to }: Span, index: DocumentIndex): Phrase | undefined =>
  index.lines[order]?.phrases.find((phrase) => phrase.from < to && phrase.to > from);

/** Lines of one block are at most this many heights apart, and this many rows of other columns may stand between them. */
const maxLineDistanceHeights = 2.2;
const maxRowsBetween = 4;

/** The next line of a phrase's block, below or above: the nearest phrase in its column without an empty line between. */
export function neighbour(phrase: Phrase, side: 'below' | 'above', index: DocumentIndex): Phrase | undefined {
  const step = side === 'below' ? 1 : -1;
  for (let rows = 1; rows <= maxRowsBetween; rows += 1) {
    const found = index.lines[phrase.order + step * rows]?.phrases.find((other) => inColumn(phrase, other));
    if (found) return isNear(phrase, found) ? found : undefined;
  }
  return undefined;
}

/** The lines that follow a phrase in its block, nearest first. */
export function linesFrom(phrase: Phrase, side: 'below' | 'above', index: DocumentIndex): readonly Phrase[] {
  const lines: Phrase[] = [];
  for (let next = neighbour(phrase, side, index); next && lines.length < maxBlockLines; next = neighbour(next, side, index))
    lines.push(next);
  return lines;
}

/** Addresses have no more lines than this. */
const maxBlockLines = 6;

const inColumn = (a: Phrase, b: Phrase): boolean => a.row.page === b.row.page && sharesColumn(a.box, b.box);

const isNear = (one: Phrase, other: Phrase): boolean => !isFurther(one, other, maxLineDistanceHeights);

/** Whether as much as a line is left empty between two lines. */
export const isApart = (one: Phrase, other: Phrase): boolean => isFurther(one, other, maxGapHeights);
const maxGapHeights = 1.3;

/** Whether more heights of the smaller of two lines are left between them. */
function isFurther({ box: a }: Phrase, { box: b }: Phrase, heights: number): boolean {
  const gap = Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height);
  return gap > heights * Math.min(a.height, b.height);
}

/** Columns that only a table of line items has; summaries also have columns for net, tax and gross amounts. */
const lineColumns = ['line_description', 'line_quantity', 'line_unit_price', 'line_position', 'line_code'] as const;

/** Whether a row names at least two different columns, one of which only a table of line items has. A row with an amount is an item's. */
export const isTableHeader = memoizeByObject((row: Row): boolean => {
  if (row.words.some(({ text }) => isAmount(text))) return false;
  const found = new Set(headersIn(row).map((phrase) => columnIn(phrase.text)));
  found.delete(undefined);
  return found.size >= 2 && lineColumns.some((column) => found.has(column));
});

/** The texts of a row as headers of columns, each whole or split where another begins. Memoized because every number of a table asks. */
const headersIn = memoizeByObject((row: Row): readonly Phrase[] => phrasesOf(row, row.number));
const piecesIn = memoizeByObject((row: Row): readonly HeaderPiece[] => headersIn(row).flatMap((phrase) => headerPieces(phrase)));

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
  const header = nearestHeader(span, index, (row) => headersIn(row).filter(({ text }) => columnIn(text) !== undefined));
  return header && { column: columnIn(header.text), distance: distanceTo(edgesOf(span), header.box) };
}

/** The nearest header over a value, known or not, in the nearest table header above it on its page, without those that stand close beside it. */
export const headerOver = (span: Span, index: DocumentIndex): HeaderPiece | undefined => nearestHeader(span, index, piecesIn);

function nearestHeader(span: Span, index: DocumentIndex, headersOf: (row: Row) => readonly HeaderPiece[]): HeaderPiece | undefined {
  const header = headerOfTable(span, index)?.row;
  if (!header || span.from >= span.to) return undefined;
  const value = edgesOf(span);
  return headersOf(header).toSorted((a, b) => distanceTo(value, a.box) - distanceTo(value, b.box))[0];
}

/** The nearest table header above a span on its page. */
export function headerOfTable({ row, order }: Pick<Span, 'row' | 'order'>, index: DocumentIndex): Pick<Span, 'row' | 'order'> | undefined {
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

/** Whether a number is printed as a percentage: `5%`, `(5 %)`. */
export const isPercentage = (span: Span, index: DocumentIndex): boolean =>
  /^%/.test(span.row.words[span.to]?.text ?? '') || index.numbersIn(span.order).some((spot) => spot.percent && meets(spot, span));
