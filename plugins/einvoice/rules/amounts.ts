import { Decimal } from 'decimal.js';

/** Exact for sums of all amounts of a file: those have at most 40 digits. */
const Exact = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_HALF_CEIL });

/** The number that a text is by xs:decimal; undefined for any other text, and for more than 40 characters. Source: XML Schema 1.0, part 2, 3.2.3. */
export const amountIn = (text: string): Decimal | undefined =>
  text.length <= 40 && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? new Exact(text) : undefined;

/** The sum of amounts; undefined where one of them is none. */
export const sumOf = (amounts: readonly (Decimal | undefined)[]): Decimal | undefined =>
  amounts.reduce<Decimal | undefined>((sum, amount) => (sum && amount ? sum.plus(amount) : undefined), zero);

export const zero: Decimal = new Exact(0);

/** To two decimals; a half goes up, as in the round() of XPath. */
export const cents = (amount: Decimal): Decimal => amount.toDecimalPlaces(2);
