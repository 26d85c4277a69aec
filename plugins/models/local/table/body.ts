import type { CellConfidence, Decimal } from '../../../../core/index.js';
import {
  bottom,
  type ColumnConcept,
  type LabelConcept,
  letters,
  markIn,
  type NumberStyle,
  type PageLine,
  type Phrase,
  readingsIn,
} from '../../../../core/text.js';
import { type DocumentLayout, textOf, wordLetters } from '../layout.js';
import { edgesOf, type SharedRow, shareOut, withNumeric } from './columns.js';
import type { TableColumn, TableHeader } from './header.js';

/** A row inside a table, its words assigned to the columns. */
export interface BodyRow extends SharedRow {
  readonly line: PageLine;
}

/** The rows under a header, to the end of the table, without rows of sums and carried amounts. */
export function bodyOf(layout: DocumentLayout, header: TableHeader, end: number): readonly BodyRow[] {
  const lines = linesFrom(layout, header.last, { from: header.last.number + 1, end });
  const dense = lines.filter(({ numbers }) => numbers.length > 0).slice(0, maxSampleRows);
  const sample = dense.length > 0 ? dense : lines.slice(0, maxSampleRows);
  const edges = edgesOf(header.columns, sample);
  const columns = withNumeric(header.columns, sample, edges);
  const share = (line: PageLine): BodyRow => ({ line, ...shareOut(line, columns, edges) });
  const further = lines.length > 0 ? linesOnNextPages(layout, { header, end }, (line) => fits(share(line), columns)) : [];
  return [...lines, ...further].map(share);
}

/** The column edges are found on this many rows. */
const maxSampleRows = 60;
/** Whether a row has an amount and another number that a header announces. */
function fits({ numbers }: BodyRow, columns: readonly TableColumn[]): boolean {
  const filled = (wanted: readonly ColumnConcept[]) =>
    columns.some(({ concept }, at) => concept !== undefined && wanted.includes(concept) && numbers[at] !== undefined);
  return filled(['line_amount']) && filled(['line_quantity', 'line_unit_price', 'line_position']);
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

export const textAt = (row: BodyRow, column: number): string =>
  (row.words[column] ?? []).map((at) => textOf(row.line, at, at + 1)).join(' ');

/** A larger gap, in line heights, ends a table. */
const maxGapHeights = 9;

interface LineRange {
  readonly from: number;
  readonly end: number;
}

/** The rows of a table on one page. */
function linesFrom(layout: DocumentLayout, first: PageLine, { from, end }: LineRange): readonly PageLine[] {
  const lines: PageLine[] = [];
  let above = first;
  for (let at = from; at < end; at += 1) {
    const line = layout.lines[at];
    if (!line || line.page !== first.page || line.box.y - bottom(above.box) > maxGapHeights * line.box.height) break;
    above = line;
    const kind = kindOf(line);
    if (kind === 'end') break;
    if (kind === 'row') lines.push(line);
  }
  return lines;
}

/** The rows on the next pages of a table that goes on there without a header, from the first one that fits its columns. */
export function linesOnNextPages(
  layout: DocumentLayout,
  { header, end }: { readonly header: TableHeader; readonly end: number },
  fitsIn: (line: PageLine) => boolean,
): readonly PageLine[] {
  const found: PageLine[] = [];
  for (let page = header.line.page + 1; ; page += 1) {
    const first = layout.lines.slice(header.last.number, end).find((line) => line.page === page && fitsIn(line));
    if (!first) return found;
    found.push(...linesFrom(layout, first, { from: first.number, end }));
  }
}

const endLabels: readonly LabelConcept[] = ['total', 'tax', 'tax_rate', 'amount_due', 'prepaid', 'iban', 'payment_terms', 'payment_method'];
const skippedLabels: readonly LabelConcept[] = ['subtotal', 'other_amount', 'discount', 'charge', 'rounding', 'tip', 'withholding'];

/**
 * Whether a line is an item row, ends the table, or is skipped. Labels of sums that take up most of a row, or all of its first words, end
 * or skip it.
 */
export function kindOf(line: PageLine): 'row' | 'pass' | 'end' {
  const phrases = line.phrases.filter((phrase) => letters(phrase.text) > 0);
  const text = phrases.map((phrase) => phrase.text).join(' ');
  if (line.numbers.length < 3 && markIn(text) === 'carry-over') return 'pass';
  const opens = (concepts: readonly LabelConcept[]) => share(phrases.slice(0, 1), concepts) >= 0.8;
  if (isRateAlone(line, phrases)) return share(phrases, endLabels) >= 0.55 ? 'pass' : 'row';
  if (share(phrases, endLabels) >= 0.55 || opens(endLabels.filter((concept) => concept !== 'tax_rate'))) return 'end';
  const summary = share(phrases, [...endLabels, ...skippedLabels]) >= 0.55;
  if (summary && phrases.length >= 3 && line.numbers.every(({ value }) => value.percent)) return 'end';
  if (line.numbers.length === 0) return phrases.some(captionsSum) ? 'end' : 'row';
  return line.numbers.length < 3 && (summary || opens(skippedLabels)) ? 'pass' : 'row';
}

/** Whether a text is the caption of a sum below it: `TOTAL DUE`. A short one such as `Amount` may be the rest of a header. */
const captionsSum = (phrase: Phrase): boolean =>
  phrase.labels.some(
    ({ concept, text }) => captionedSums.has(concept) && letters(text) >= minCaptionLetters && letters(text) === letters(phrase.text),
  );
const captionedSums: ReadonlySet<LabelConcept> = new Set(['total', 'amount_due']);
const minCaptionLetters = 8;

/** Whether a line states a rate without an amount, as a note of the item above does: `Tax: 0.2%`. */
const isRateAlone = ({ numbers }: PageLine, phrases: readonly Phrase[]): boolean =>
  phrases.length === 1 && numbers.length > 0 && numbers.every(({ value }) => value.percent);

/** The share of letters in some phrases that belongs to labels of some concepts. */
function share(phrases: readonly Phrase[], concepts: readonly LabelConcept[]): number {
  const all = wordLetters(phrases.map(({ text }) => text).join(' '));
  const known = phrases.flatMap(({ labels }) => labels.filter(({ concept }) => concepts.includes(concept)));
  return known.reduce((sum, label) => sum + letters(label.text), 0) / Math.max(all, 1);
}

/** What a table row prints in one column. */
export interface ItemCell {
  readonly value: string;
  readonly number: Decimal | undefined;
  /** All words of the cell of a number, with its unit: `7 days`. */
  readonly words?: string;
  readonly line: PageLine;
  readonly quote: string;
  /** Set where the cell is less sure than its row. */
  readonly confidence?: CellConfidence;
}

/** One thing sold: the row with its amount and the rows of its description. */
export interface TableItem {
  readonly cells: Readonly<Partial<Record<ColumnConcept, ItemCell>>>;
  readonly amount: Decimal;
  readonly line: PageLine;
  /** Cells by the index of their column, whatever it means. */
  readonly columns: readonly (ItemCell | undefined)[];
}

export interface ItemPage {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly BodyRow[];
}
