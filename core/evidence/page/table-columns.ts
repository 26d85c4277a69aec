import type { Box } from '../../contracts/document.js';
import { memoizeByObject } from '../../values/memoize.js';
import { type ColumnConcept, columnIn } from '../labels/labels.js';
import type { DocumentIndex } from './document-index.js';
import type { Row } from './page-index.js';
import { partsOf, type RowPart } from './parts.js';
import { leftOf, rightOf, type Span } from './span.js';

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
