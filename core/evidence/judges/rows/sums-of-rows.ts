import { type Decimal, unknown } from '../../../contracts/amount.js';
import type { Field } from '../../../contracts/schema.js';
import { decimal } from '../../../values/money.js';
import type { Grounded } from '../../grounded.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import type { PlacedItem } from './place-items.js';

/** Two rows may come to a third by chance, unless two columns do; whole numbers, such as positions, often do. */
const fewRows = 2;

/**
 * The items that are the sum of those above them, back to the first one or to another such sum: a subtotal or a total that was taken for a row. Most
 * amounts with decimals of such an item are the sums of their columns, and it has neither quantity nor unit price.
 */
export function sumsOfRows(placed: readonly PlacedItem[]): ReadonlySet<PlacedItem> {
  const found = new Set<PlacedItem>();
  let group = new SumOfColumns();
  const all = new SumOfColumns();
  for (const item of placed) {
    if ([group, all].some((above) => above.isStatedBy(item))) {
      found.add(item);
      group = new SumOfColumns();
    } else for (const sum of [group, all]) sum.add(item);
  }
  return found;
}

/** What the columns of some rows come to. */
class SumOfColumns {
  readonly #sums = new Map<Field, Decimal>();
  #rows = 0;

  add(item: PlacedItem): void {
    for (const { field, amount } of amountsOf(item)) this.#sums.set(field, amount.plus(this.#sums.get(field) ?? decimal(0)));
    this.#rows += 1;
  }

  isStatedBy(item: PlacedItem): boolean {
    const told = amountsOf(item).filter(({ amount }) => !amount.isInteger());
    const same = told.filter(({ field, amount }) => this.#sums.get(field)?.eq(amount)).length;
    const isEnough = same > 1 ? this.#rows >= fewRows : same === 1 && this.#rows > fewRows;
    return isEnough && same * 2 >= told.length && !item.cells.some(isCounted);
  }
}

interface RowAmount {
  readonly field: Field;
  readonly amount: Decimal;
}

const amountsOf = ({ cells }: PlacedItem): readonly RowAmount[] =>
  cells.flatMap(({ field, amount }) => (amount === unknown ? [] : [{ field, amount }]));

const isCounted = ({ field, value }: Grounded): boolean =>
  value !== null && (conceptOf(field) === 'line_quantity' || conceptOf(field) === 'line_unit_price');
