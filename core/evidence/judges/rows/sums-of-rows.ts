import { type Decimal, unknown } from '../../../contracts/amount.js';
import type { Field } from '../../../contracts/schema.js';
import { decimal } from '../../../values/money.js';
import type { PlacedItem } from './place-items.js';

/** Two rows may come to a third by chance; whole numbers, such as positions, often do. */
const minRows = 2;

/**
 * The items that are the sum of those above them, back to the first one or to another such sum: a subtotal or a total that was taken for a row. Most
 * amounts with decimals of such an item are the sums of their columns.
 */
export function sumsOfRows(placed: readonly PlacedItem[]): ReadonlySet<PlacedItem> {
  const found = new Set<PlacedItem>();
  let above = new Map<Field, Decimal>();
  let count = 0;
  for (const item of placed) {
    const amounts = item.cells.flatMap(({ field, amount }) => (amount === unknown ? [] : [{ field, amount }]));
    const told = amounts.filter(({ amount }) => !amount.isInteger());
    const same = told.filter(({ field, amount }) => above.get(field)?.eq(amount));
    if (count >= minRows && same.length > 0 && same.length * 2 >= told.length) {
      found.add(item);
      above = new Map();
      count = 0;
      continue;
    }
    for (const { field, amount } of amounts) above.set(field, amount.plus(above.get(field) ?? decimal(0)));
    count += 1;
  }
  return found;
}
