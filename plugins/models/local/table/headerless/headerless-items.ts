import type { NumberStyle } from '../../../../../core/text.js';
import { type Factor, type Factors, factorsAlone, factorsOf } from '../../amounts/factors.js';
import { quoteOf } from '../../find.js';
import { letters, type Sheet } from '../../page/layout.js';
import { isName, ownWords } from '../../values/own-name.js';
import { type Name, namesBeside } from '../descriptions/names-beside.js';
import type { Item, ItemCell } from '../items.js';
import { countsAhead } from './counts.js';
import type { Sold } from './sold-rows.js';

/** A row, and what makes its amount. */
export interface Counted {
  readonly row: Sold;
  readonly factors: Factors | undefined;
  /** How many, where the row begins with it and prints no price. */
  readonly count: Factor | undefined;
}

/**
 * The items of rows without headers. Two numbers before the amount that make it are quantity and price; where the row has none, the line below
 * or above it has them if it says nothing else, as on receipts: `2 x 3.50`. What was sold stands in the row, or in lines above or below all of them.
 */
export function headerlessItems(rows: readonly Sold[], sheet: Sheet, style: NumberStyle | undefined): readonly Item[] {
  const taken = new Set<number>();
  const ahead = countsAhead(rows, style);
  const counted = rows.map((row, at): Counted => {
    const own = factorsOf(row.line, { to: row.token.from, product: row.value }, style);
    const factors = own ?? factorsBeside(row, { sheet, taken }, style);
    if (factors && !own) taken.add(factors.quantity.line.number);
    return { row, factors, count: factors ? undefined : ahead[at] };
  });
  const own = counted.map(ownWords);
  const free = sheet.lines.filter(({ number }) => !taken.has(number) && !sheet.heads.has(number));
  const beside = namesBeside(
    rows.map(({ line }, at) => ({ line, named: own[at] !== undefined && isName(own[at]) })),
    free,
  );
  return counted.map((item, at) => itemOf(item, beside[at] ?? own[at]));
}

interface Around {
  readonly sheet: Sheet;
  /** Lines whose factors belong to an item already. */
  readonly taken: ReadonlySet<number>;
}

/** Quantity and price in a line of their own, below the row or above it. */
function factorsBeside({ line, value }: Sold, { sheet, taken }: Around, style: NumberStyle | undefined): Factors | undefined {
  const beside = [line.number + 1, line.number - 1].flatMap((at) => sheet.lines[at] ?? []);
  return beside
    .filter(({ number, page }) => page === line.page && !taken.has(number))
    .flatMap((other) => factorsAlone(other, value, style) ?? [])[0];
}

function itemOf({ row, factors, count }: Counted, name: Name | undefined): Item {
  const { line, token, value } = row;
  const quantity = factors?.quantity ?? count;
  const cells = {
    line_amount: cellOf({ line, token, value }, token.to),
    ...(name && letters(name.text) > 1 && { line_description: { value: name.text, number: undefined, line: name.line, quote: name.text } }),
    ...(quantity && { line_quantity: cellOf(quantity, quantity.line === line ? token.to : undefined) }),
    ...(factors && { line_unit_price: cellOf(factors.price, factors.price.line === line ? token.to : undefined) }),
  };
  return { amount: value, line, columns: [], cells };
}

const cellOf = ({ token, value, line }: Factor, to = line.words.length): ItemCell => ({
  value: token.text,
  number: value,
  line,
  quote: quoteOf(line, { from: 0, to }),
});
