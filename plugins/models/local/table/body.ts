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
import { edgesOf, type Shares, shareOut, withNumeric } from './columns.js';
import type { TableHeader } from './header.js';

/** A row of the page inside a table, its words shared out over the columns. */
export interface BodyRow extends Shares {
  readonly line: PageLine;
}

/** The rows under a header, as far as the table goes on its page. Rows of sums and carried amounts are left out. */
export function bodyOf(layout: DocumentLayout, header: TableHeader, end: number): readonly BodyRow[] {
  const lines = linesUnder(layout, header, end);
  const dense = lines.filter(({ numbers }) => numbers.length > 0).slice(0, maxSampleRows);
  const sample = dense.length > 0 ? dense : lines.slice(0, maxSampleRows);
  const edges = edgesOf(header.columns, sample);
  const columns = withNumeric(header.columns, sample, edges);
  return lines.map((line) => ({ line, ...shareOut(line, columns, edges) }));
}

/** So many rows tell where the columns part. */
const maxSampleRows = 60;
/** A gap of more heights of a line than this ends a table. */
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

/** Labels of sums that are most of a row, or all of its first words, end the table, or are passed over where rows may follow. */
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

/** How much of the letters of some phrases the labels of some concepts are. */
function share(phrases: readonly Phrase[], concepts: readonly LabelConcept[]): number {
  const all = wordLetters(phrases.map(({ text }) => text).join(' '));
  const known = phrases.flatMap(({ labels }) => labels.filter(({ concept }) => concepts.includes(concept)));
  return known.reduce((sum, label) => sum + letters(label.text), 0) / Math.max(all, 1);
}

/** The number of a column in a row, as printed and as it is meant. */
export function numberAt(
  row: BodyRow,
  column: number,
  style: NumberStyle | undefined,
): { readonly text: string; readonly value: Decimal } | undefined {
  const token = row.line.numbers[row.numbers[column] ?? -1];
  const value = token && readingsIn(token.text, style)[0];
  return token && value !== undefined ? { text: token.text, value } : undefined;
}

/** The words of a row in a column. */
export const textAt = (row: BodyRow, column: number): string =>
  (row.words[column] ?? []).map((at) => textOf(row.line, at, at + 1)).join(' ');
