import type { Decimal } from '../../../../core/index.js';
import { markIn, type NumberStyle, readingsIn } from '../../../../core/text.js';
import {
  bottom,
  type DocumentLayout,
  type LabelConcept,
  letters,
  type PageLine,
  type Phrase,
  textOf,
  wordLetters,
} from '../page/layout.js';
import { edgesOf, type SharedRow, shareOut, withNumeric } from './columns.js';
import type { TableHeader } from './header.js';

/** A row inside a table, its words assigned to the columns. */
export interface BodyRow extends SharedRow {
  readonly line: PageLine;
}

/** The rows under a header, to the end of the table on that page, without rows of sums and carried amounts. */
export function bodyOf(layout: DocumentLayout, header: TableHeader, end: number): readonly BodyRow[] {
  const lines = linesUnder(layout, header, end);
  const dense = lines.filter(({ numbers }) => numbers.length > 0).slice(0, maxSampleRows);
  const sample = dense.length > 0 ? dense : lines.slice(0, maxSampleRows);
  const edges = edgesOf(header.columns, sample);
  const columns = withNumeric(header.columns, sample, edges);
  return lines.map((line) => ({ line, ...shareOut(line, columns, edges) }));
}

/** The column edges are found on this many rows. */
const maxSampleRows = 60;
/** A larger gap, in line heights, ends a table. */
const maxGapHeights = 9;

function linesUnder(layout: DocumentLayout, header: TableHeader, end: number): readonly PageLine[] {
  const lines: PageLine[] = [];
  let above = header.last;
  for (let at = header.last.number + 1; at < end; at += 1) {
    const line = layout.lines[at];
    if (!line || line.page !== header.line.page || line.box.y - bottom(above.box) > maxGapHeights * line.box.height) break;
    above = line;
    const kind = kindOf(line);
    if (kind === 'end') break;
    if (kind === 'row') lines.push(line);
  }
  return lines;
}

const ends: readonly LabelConcept[] = ['total', 'tax', 'tax_rate', 'amount_due', 'prepaid', 'iban', 'payment_terms', 'payment_method'];
const passed: readonly LabelConcept[] = ['subtotal', 'other_amount', 'discount', 'charge', 'rounding', 'tip', 'withholding'];

/**
 * Whether a line is an item row, ends the table, or is skipped. Labels of sums that take up most of a row, or all of its first words, end
 * or skip it.
 */
export function kindOf(line: PageLine): 'row' | 'pass' | 'end' {
  const phrases = line.phrases.filter((phrase) => letters(phrase.text) > 0);
  const text = phrases.map((phrase) => phrase.text).join(' ');
  if (line.numbers.length < 3 && markIn(text) === 'carry-over') return 'pass';
  const opens = (concepts: readonly LabelConcept[]) => share(phrases.slice(0, 1), concepts) >= 0.8;
  if (share(phrases, ends) >= 0.55 || opens(ends.filter((concept) => concept !== 'tax_rate'))) return 'end';
  const summary = share(phrases, [...ends, ...passed]) >= 0.55;
  if (line.numbers.length === 0) return summary && phrases.length >= 3 ? 'end' : 'row';
  return line.numbers.length < 3 && (summary || opens(passed)) ? 'pass' : 'row';
}

/** The share of letters in some phrases that belongs to labels of some concepts. */
function share(phrases: readonly Phrase[], concepts: readonly LabelConcept[]): number {
  const all = wordLetters(phrases.map(({ text }) => text).join(' '));
  const known = phrases.flatMap(({ labels }) => labels.filter(({ concept }) => concepts.includes(concept)));
  return known.reduce((sum, label) => sum + letters(label.text), 0) / Math.max(all, 1);
}

/** The number in a column of a row, as printed and as a value. */
export function numberAt(
  row: BodyRow,
  column: number,
  style: NumberStyle | undefined,
): { readonly text: string; readonly value: Decimal } | undefined {
  const token = row.line.numbers[row.numbers[column] ?? -1];
  const value = token && readingsIn(token.text, style)[0];
  return token && value !== undefined ? { text: token.text, value } : undefined;
}

/** The words of a row in one column. */
export const textAt = (row: BodyRow, column: number): string =>
  (row.words[column] ?? []).map((at) => textOf(row.line, at, at + 1)).join(' ');
