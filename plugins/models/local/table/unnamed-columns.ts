import { columnIn, type NumberStyle, readingsIn } from '../../../../core/text.js';
import { textOf } from '../page/layout.js';
import { type BodyRow, textAt } from './body.js';
import type { TableColumn } from './header-columns.js';
import type { ItemCell, TableItem } from './item.js';

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
 * Its header may say nothing, such as `#`, something else, such as `Amount` above pieces, or stand over several columns.
 */
export function withFactors(items: readonly TableItem[], style: NumberStyle | undefined): readonly TableItem[] {
  const counted = withFactor(items, { wanted: 'line_quantity', known: 'line_unit_price' }, style);
  return withFactor(counted, { wanted: 'line_unit_price', known: 'line_quantity' }, style);
}

type UnnamedFactor = 'line_quantity' | 'line_unit_price';

interface FactorPair {
  readonly wanted: UnnamedFactor;
  readonly known: UnnamedFactor;
}

function withFactor(items: readonly TableItem[], { wanted, known }: FactorPair, style: NumberStyle | undefined): readonly TableItem[] {
  const ones = items.every(({ cells }) => cells[known]?.number?.equals(1));
  if (items.some(({ cells }) => cells[wanted]) || ones) return items;
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
  const quote = textOf(line, 0, line.words.length);
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
