import type { Item, ItemCell } from './items.js';

/** Fewer rows may work out by chance. */
const LEAST = 2;

/**
 * The items with the quantities that no header names: the numbers of one column that make the amount with the price, in every row. A header
 * may say nothing, such as `#`, or something else, such as `Amount` over pieces.
 */
export function withQuantities(items: readonly Item[]): readonly Item[] {
  if (items.length < LEAST || items.some(({ cells }) => cells.line_quantity)) return items;
  const places = items[0]?.columns.map((_, at) => at) ?? [];
  const column = places.find((at) => items.every((item) => isFactor(item, item.columns[at])));
  return column === undefined ? items : items.map((item) => withQuantity(item, item.columns[column]));
}

/** A number other than price and amount that makes the amount with the price. */
function isFactor({ cells, amount }: Item, cell: ItemCell | undefined): boolean {
  const price = cells.line_unit_price;
  if (cell?.number === undefined || price?.number === undefined || cell === price) return false;
  return cell.number.times(price.number).minus(amount).abs().lessThanOrEqualTo('0.005');
}

const withQuantity = (item: Item, quantity: ItemCell | undefined): Item =>
  quantity ? { ...item, cells: { ...item.cells, line_quantity: quantity } } : item;
