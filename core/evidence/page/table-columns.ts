import type { Box, Word } from '../../contracts/document.js';
import { type ColumnConcept, columnIn } from '../labels/labels.js';
import type { DocumentIndex } from './document-index.js';
import { boxAround, gapBetween, type Row } from './page-index.js';
import type { Span } from './span.js';

const tableHeaders = new WeakMap<Row, boolean>();

/** What only a table of lines has columns for; net, tax and gross amounts stand over sums, too. */
const lineColumns = ['line_description', 'line_quantity', 'line_unit_price', 'line_position', 'line_code'] as const;

/** A row that names at least two different columns of a table, one of which only lines have. */
export function isTableHeader(row: Row): boolean {
  const known = tableHeaders.get(row);
  if (known !== undefined) return known;
  const found = new Set(partsOf(row.words).map((part) => columnIn(textOf(part))));
  found.delete(undefined);
  const isHeader = found.size >= 2 && lineColumns.some((column) => found.has(column));
  tableHeaders.set(row, isHeader);
  return isHeader;
}

/** A row in parts: words that close up stand together. */
function partsOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const parts: Word[][] = [];
  for (const [index, word] of words.entries()) {
    const last = parts.at(-1);
    if (last && closesUp(words[index - 1], word)) last.push(word);
    else parts.push([word]);
  }
  return parts;
}

/**
 * The column of a table of lines that a value stands in: of the nearest table header above it on its page, the part that is nearest by
 * its centre or its right edge, for numbers are set to the right.
 */
export function columnOf(span: Span, index: DocumentIndex): ColumnConcept | undefined {
  const header = headerOfTable(span, index);
  const first = span.row.words[span.from];
  const last = span.row.words[span.to - 1];
  if (!header || !first || !last) return undefined;
  const value = { left: first.box.x, right: last.box.x + last.box.width };
  const [nearest] = partsOf(header.words)
    .map((part) => ({ column: columnIn(textOf(part)), distance: distanceTo(value, boxAround(part)) }))
    .filter((part) => part.column !== undefined)
    .sort((a, b) => a.distance - b.distance);
  return nearest?.column;
}

function headerOfTable({ row, order }: Span, index: DocumentIndex): Row | undefined {
  for (let above = order - 1; above >= 0; above -= 1) {
    const candidate = index.rows[above];
    if (!candidate || candidate.page !== row.page) return undefined;
    if (isTableHeader(candidate)) return candidate;
  }
  return undefined;
}

const distanceTo = (value: { left: number; right: number }, header: Box): number =>
  Math.min(Math.abs((value.left + value.right) / 2 - (header.x + header.width / 2)), Math.abs(value.right - (header.x + header.width)));

const textOf = (words: readonly Word[]): string => words.map((word) => word.text).join(' ');

/** Whether two neighbours belong to one text: a header, a name. */
export const closesUp = (left: Word | undefined, right: Word | undefined): boolean =>
  left !== undefined && right !== undefined && gapBetween(left, right) < 0.6;
