import { memoizeByObject } from '../../../../core/index.js';
import { columnIn, letters, type NumberStyle, readingsIn } from '../../../../core/text.js';
import { type BodyRow, type ItemCell, type TableItem, textAt } from './body.js';
import type { TableColumn } from './header.js';

/** Headers that clearly announce a description. `Item`, `Artikel` or `Product` may head names or codes. */
const clearHeader =
  /descri|beschrei|bezeichn|désign|desig|libell|omschrij|beschrij|denomin|beskriv|benämn|details?\b|particulars|concepto|opis|naziv|nazwa/iu;

/**
 * Keeps one of several description columns: the one with the clearest header, then the one with the most letters below.
 * Another column of single words with digits becomes that of the codes, if there is none yet; one of words before it holds the names, as
 * in `Item | Description`.
 */
export function withOneDescription(columns: readonly TableColumn[], rows: readonly BodyRow[]): readonly TableColumn[] {
  const candidates = columns.flatMap(({ concept, text }, at) =>
    concept === 'line_description' ? [{ at, exact: clearHeader.test(text) }] : [],
  );
  if (candidates.length === 0) return withWordiest(columns, rows);
  if (candidates.length < 2) return columns;
  const below = textsBelow(rows);
  const [best, ...others] = candidates.toSorted((a, b) => Number(b.exact) - Number(a.exact) || below(b.at).letters - below(a.at).letters);
  const codes = columns.some(({ concept }) => concept === 'line_code') ? undefined : others.find(({ at }) => below(at).codes)?.at;
  const name = others.find(({ at }) => at + 1 === best?.at && !below(at).codes && below(at).letters > 0)?.at;
  return columns.map((column, at) => {
    if (column.concept !== 'line_description' || at === best?.at) return column;
    return { ...column, concept: at === codes ? 'line_code' : undefined, ...(at === name && { names: true }) };
  });
}

/** Where no header announces a description, it is the column of an unknown header with the most words. */
function withWordiest(columns: readonly TableColumn[], rows: readonly BodyRow[]): readonly TableColumn[] {
  const below = textsBelow(rows);
  const unknown = columns.flatMap(({ concept, numeric }, at) => (concept === undefined && !numeric ? [at] : []));
  const wordiest = unknown.toSorted((a, b) => below(b).letters - below(a).letters)[0];
  return columns.map((column, at) => (at === wordiest ? { ...column, concept: 'line_description' } : column));
}

/** What stands below a header. */
interface TextsBelow {
  readonly letters: number;
  /** Set where most texts are one word with a digit. */
  readonly codes: boolean;
}

/** Reads what stands below each column. It is memoized because every page of a table asks it about the rows of all pages. */
const textsBelow = memoizeByObject((rows: readonly BodyRow[]): ((column: number) => TextsBelow) => {
  const known = new Map<number, TextsBelow>();
  return (column) => {
    const found = known.get(column) ?? belowHeader(rows, column);
    known.set(column, found);
    return found;
  };
});

function belowHeader(rows: readonly BodyRow[], column: number): TextsBelow {
  const texts = rows.map((row) => textAt(row, column)).filter((text) => text !== '');
  return {
    letters: texts.reduce((sum, text) => sum + letters(text), 0),
    codes: texts.length > 0 && texts.filter((text) => /^\S*\d\S*$/.test(text)).length * 2 > texts.length,
  };
}

/**
 * The unit of an item where no header names its column: the word after the quantity, `12 Stk`, or the one below a second quantity header,
 * `Cantidad | Ud.`. Undefined where a header names the column, or no unit stands there.
 */
export function unitBeside(row: BodyRow, columns: readonly TableColumn[]): string | undefined {
  const quantity = columns.findIndex(({ concept }) => concept === 'line_quantity');
  if (quantity < 0 || columns.some(({ concept }) => concept === 'line_unit')) return undefined;
  const after = /^[\d.,']+ ?(\S+)$/.exec(textAt(row, quantity))?.[1] ?? '';
  if (isUnit(after)) return after;
  const next = columns[quantity + 1];
  const below = next && columnIn(next.text) === 'line_quantity' ? textAt(row, quantity + 1) : '';
  return isUnit(below) ? below : undefined;
}

const isUnit = (text: string): boolean => /^\p{L}[\p{L}.]{0,11}[²³]?$/u.test(text);

/** Fewer rows may multiply out by chance, if one of the factors is one. */
const minRows = 2;

/**
 * Adds quantities or prices that no header names: in every row a number that makes the amount with the known factor.
 * Its header may say nothing, such as `#`, something else, such as `Amount` above pieces, or stand over several columns. Of two prices, that of the
 * list and that after a discount, the one that makes the amounts is paid.
 */
export function withFactors(items: readonly TableItem[], style: NumberStyle | undefined): readonly TableItem[] {
  const counted = withFactor(items, { wanted: 'line_quantity', known: 'line_unit_price' }, style);
  return paidPrices(withFactor(counted, { wanted: 'line_unit_price', known: 'line_quantity' }, style));
}

/** The items with the price of another column, where that makes the amounts of all of them, and the one that they have does not. */
function paidPrices(items: readonly TableItem[]): readonly TableItem[] {
  const [first] = items;
  if (!first || items.length < minRows || items.every((item) => makes(item, item.cells.line_unit_price, item.cells.line_quantity)))
    return items;
  const paid = first.columns.findIndex((_, at) => items.every((item) => makes(item, item.columns[at], item.cells.line_quantity)));
  return paid < 0 ? items : items.map((item) => withCell(item, 'line_unit_price', item.columns[paid]));
}

type UnnamedFactor = 'line_quantity' | 'line_unit_price';

interface FactorPair {
  readonly wanted: UnnamedFactor;
  readonly known: UnnamedFactor;
}

function withFactor(items: readonly TableItem[], { wanted, known }: FactorPair, style: NumberStyle | undefined): readonly TableItem[] {
  if (items.some(({ cells }) => cells[wanted])) return items;
  const places = items[0]?.columns.map((_, at) => at) ?? [];
  const column =
    items.length < minRows ? undefined : places.find((at) => items.every((item) => makes(item, item.columns[at], item.cells[known])));
  const found = items.map((item) => (column === undefined ? factorIn(item, item.cells[known], style) : item.columns[column]));
  const proves = items.length >= minRows || found.every((cell) => cell?.number?.equals(1) === false);
  return proves && found.every((cell) => cell !== undefined) ? items.map((item, at) => withCell(item, wanted, found[at])) : items;
}

/** A number of the row, wherever it stands, that makes the amount with the known factor. */
function factorIn(item: TableItem, known: ItemCell | undefined, style: NumberStyle | undefined): ItemCell | undefined {
  const { line, cells } = item;
  const quote = line.text;
  return line.numbers
    .filter(({ text, value }) => !value.percent && text !== known?.value && text !== cells.line_amount?.value)
    .map(({ text }): ItemCell => ({ value: text, number: readingsIn(text, style)[0], line, quote }))
    .find((cell) => makes(item, cell, known));
}

/** Whether a number other than the known factor makes the amount with it. */
function makes({ amount, cells }: TableItem, cell: ItemCell | undefined, known: ItemCell | undefined): boolean {
  if (cell?.number === undefined || known?.number === undefined || cell === known || cell === cells.line_amount) return false;
  return cell.number.times(known.number).minus(amount).abs().lessThanOrEqualTo('0.005');
}

const withCell = (item: TableItem, concept: UnnamedFactor, cell: ItemCell | undefined): TableItem =>
  cell ? { ...item, cells: { ...item.cells, [concept]: cell } } : item;
