import type { Decimal } from '../../../../../core/index.js';
import { type NumberStyle, type PrintedNumber, type RowToken, readingsIn } from '../../../../../core/text.js';
import { letters, type PageLine, textOf } from '../../page/layout.js';

/** A number that, multiplied with another, makes the amount. */
export interface AmountFactor {
  readonly token: RowToken<PrintedNumber>;
  readonly value: Decimal;
  readonly line: PageLine;
}

export interface Factors {
  readonly quantity: AmountFactor;
  readonly price: AmountFactor;
}

/**
 * Quantity and price among the numbers of a line, in either order: `2 x 3.50`, `3.50 x 2`. Undefined unless their product is the amount.
 */
export function factorsOf(
  line: PageLine,
  { to, product }: { to: number; product: Decimal },
  style: NumberStyle | undefined,
): Factors | undefined {
  const before = line.numbers
    .filter((number) => number.to <= to && !number.value.percent)
    .flatMap((number) =>
      readingsIn(number.text, style)
        .slice(0, 1)
        .map((reading) => ({ token: number, value: reading, line })),
    );
  const pairs = before.flatMap((a, at) => before.slice(at + 1).map((b) => [a, b] as const));
  const [a, b] = pairs.find((pair) => makes(pair, product)) ?? [];
  if (!a || !b) return undefined;
  return isPrice(a) > isPrice(b) ? { quantity: b, price: a } : { quantity: a, price: b };
}

/** Whether a line is only a product: `2 x 3.50`, `0.534 kg @ 1.99/kg`. It belongs to the item above or below. */
export const isProductAlone = (line: PageLine): boolean =>
  line.numbers.length === 2 &&
  letters(textOf(line, 0, line.words.length)) <= maxUnitLetters &&
  line.words.some(({ text }) => sign.test(text));

/** Quantity and price of a line that is only a product, even without a multiplication sign. */
export const factorsAlone = (line: PageLine, product: Decimal, style: NumberStyle | undefined): Factors | undefined =>
  line.numbers.length === 2 && letters(textOf(line, 0, line.words.length)) <= maxUnitLetters
    ? factorsOf(line, { to: line.words.length, product }, style)
    : undefined;

/** A multiplication sign, alone or attached to a number. */
const sign = /^(?:\d{1,4})?[x×*@](?:\D{0,3}\d+[.,]\d{2})?$/i;

/** The most letters of units and a sign, such as `pcs x` or `kg x /kg`. */
const maxUnitLetters = 8;

/** Whether two numbers make the product, which is rounded to a hundredth for weighed goods. */
const makes = ([a, b]: readonly [AmountFactor, AmountFactor], product: Decimal): boolean =>
  a.value.times(b.value).minus(product).abs().lessThanOrEqualTo('0.005');

/** How likely a number is the price: the one with a currency, else the one with two decimals or more. */
const isPrice = ({ token: { value } }: AmountFactor): number => (value.currency !== undefined ? 2 : (value.decimals ?? 0) >= 2 ? 1 : 0);
