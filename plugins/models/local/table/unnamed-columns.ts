import { columnIn } from '../../../../core/text.js';
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

/** Fewer rows may multiply out by chance. */
const minRows = 2;

/**
 * Adds quantities or prices that no header names: a column whose numbers make the amount with the known factor in every row.
 * Its header may say nothing, such as `#`, or something else, such as `Amount` above pieces.
 */
export const withFactors = (items: readonly TableItem[]): readonly TableItem[] =>
  withFactor(withFactor(items, 'line_quantity', 'line_unit_price'), 'line_unit_price', 'line_quantity');

type UnnamedFactor = 'line_quantity' | 'line_unit_price';

function withFactor(items: readonly TableItem[], wanted: UnnamedFactor, known: UnnamedFactor): readonly TableItem[] {
  if (items.length < minRows || items.some(({ cells }) => cells[wanted]) || items.every(({ cells }) => cells[known]?.number?.equals(1)))
    return items;
  const places = items[0]?.columns.map((_, at) => at) ?? [];
  const column = places.find((at) => items.every((item) => isFactor(item, item.columns[at], item.cells[known])));
  return column === undefined ? items : items.map((item) => withCell(item, wanted, item.columns[column]));
}

/** Whether a number other than the known factor makes the amount with it. */
function isFactor({ amount, cells }: TableItem, cell: ItemCell | undefined, known: ItemCell | undefined): boolean {
  if (cell?.number === undefined || known?.number === undefined || cell === known || cell === cells.line_amount) return false;
  return cell.number.times(known.number).minus(amount).abs().lessThanOrEqualTo('0.005');
}

const withCell = (item: TableItem, concept: UnnamedFactor, cell: ItemCell | undefined): TableItem =>
  cell ? { ...item, cells: { ...item.cells, [concept]: cell } } : item;
