import type { Decimal } from '../../../../core/index.js';
import {
  type Concept,
  letters,
  type NumberStyle,
  type PageLine,
  type PrintedNumber,
  type RowToken,
  readingsIn,
} from '../../../../core/text.js';
import { amountsOn, type MoneyAmount } from '../amounts/labelled-amounts.js';
import { type DocumentLayout, textOf } from '../layout.js';
import { kindOf } from './body.js';
import { endsLabelled } from './sum-rows.js';

/** No receipt has more lines. The search for the run that adds up is quadratic. */
const maxRows = 200;

export interface SoldRows {
  /** Lines that end with the amount of an item. */
  readonly rows: readonly MoneyAmount[];
  /** The amounts of the first sums below them. Empty where no sum closes the rows, or one already stands above them. */
  readonly sums: readonly Decimal[];
}

/** The lines of items, up to the first sum. */
export function soldRows(layout: DocumentLayout, style: NumberStyle | undefined): SoldRows {
  const rows: MoneyAmount[] = [];
  const sums: Decimal[] = [];
  const before: RowsBefore = { dearest: undefined, isLabelled: false };
  let above = false;
  for (const line of layout.lines) {
    const amount = amountAtEnd(line, style);
    const role = amount && roleOf(amount, rows.length > 0 ? before : undefined, style);
    if (!amount || role === undefined) continue;
    if (role === 'sold' || role === 'discount') {
      rows.push(amount);
      before.isLabelled ||= isLabelled(amount);
      if (!before.dearest?.greaterThan(amount.value)) before.dearest = amount.value;
    }
    if (role === 'sum' && rows.length === 0) above = true;
    if (role !== 'sum' || rows.length === 0) continue;
    sums.push(amount.value);
    break;
  }
  return { rows: rows.slice(-maxRows), sums: above ? [] : sums };
}

/** What is known of the rows so far, so that no row is compared with all of them. */
interface RowsBefore {
  dearest: Decimal | undefined;
  isLabelled: boolean;
}

/** The role of an amount at the end of a line; undefined for one that is neither an item nor ends the items. */
function roleOf(
  amount: MoneyAmount,
  before: RowsBefore | undefined,
  style: NumberStyle | undefined,
): 'sold' | 'discount' | 'sum' | undefined {
  const { line, value } = amount;
  const kind = isCheaper(amount, before) ? 'row' : kindOf(line);
  if (kind === 'end' || (before && !before.isLabelled && isLabelled(amount))) return 'sum';
  if (kind === 'row') return isSold(amount, style) ? 'sold' : undefined;
  return says(line, 'discount') && value.isNegative() ? 'discount' : undefined;
}

/** Whether an item only looks like a sum, `Balance bread`: it costs less than one of the rows above. Taxes do too, so they do not count. */
const isCheaper = ({ line, value }: MoneyAmount, before: RowsBefore | undefined): boolean =>
  value.greaterThan(0) && before?.dearest?.greaterThan(value) === true && kindOf(line) === 'end' && !says(line, 'tax');

const isLabelled = ({ line, token }: MoneyAmount): boolean => endsLabelled(line, token.from);

/** A tax code or a currency may follow an amount; a sentence has more letters. */
const maxLettersAfter = 4;

function amountAtEnd(line: PageLine, style: NumberStyle | undefined): MoneyAmount | undefined {
  const amount = amountsOn(line, style).at(-1);
  if (!amount || isTime(amount, style)) return undefined;
  return letters(textOf(line, amount.token.to, line.words.length)) <= maxLettersAfter ? amount : undefined;
}

/** Whether an amount is a time: `08.30 - 12.30`, or a decimal mark that no other number has. */
const isTime = ({ line, token }: MoneyAmount, style: NumberStyle | undefined): boolean =>
  /\d\s*[-\u2010-\u2015]$/.test(textOf(line, 0, token.from)) ||
  (style !== undefined && token.value.decimals === 2 && token.value.mark !== style.decimal);

const says = (line: PageLine, wanted: Concept): boolean =>
  line.phrases.some(({ labels }) => labels.some(({ concept }) => concept === wanted));

/** Whether an amount is an item's: before it stand words, its factors, or the same amount as the price of one. */
function isSold(amount: MoneyAmount, style: NumberStyle | undefined): boolean {
  const { line, token } = amount;
  if (isProductAlone(line)) return false;
  if (letters(textOf(line, 0, token.from)) > 1 || factorsOf(line, { to: token.from, product: amount.value }, style)) return true;
  return amountsOn(line, style).some((other) => other.token !== token && other.value.equals(amount.value));
}

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

/** No printed line has more numbers; their pairs are multiplied. */
const maxNumbers = 20;

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
    .slice(-maxNumbers)
    .flatMap((number) =>
      readingsIn(number.text, style)
        .slice(0, 1)
        .map((reading) => ({ token: number, value: reading, rough: reading.toNumber(), line })),
    );
  const wanted = product.toNumber();
  const pairs = before.flatMap((a, at) =>
    before.slice(at + 1).flatMap((b) => (mayMake(a.rough * b.rough, wanted) ? [[a, b] as const] : [])),
  );
  const [a, b] = pairs.find((pair) => makes(pair, product)) ?? [];
  if (!a || !b) return undefined;
  return isPrice(a) > isPrice(b) ? { quantity: b, price: a } : { quantity: a, price: b };
}

/** Whether a line is only a product: `2 x 3.50`, `0.534 kg @ 1.99/kg`. It belongs to the item above or below. */
export const isProductAlone = (line: PageLine): boolean =>
  line.numbers.length === 2 && letters(line.text) <= maxUnitLetters && line.words.some(({ text }) => sign.test(text));

/** Quantity and price of a line that is only a product, even without a multiplication sign. */
export const factorsAlone = (line: PageLine, product: Decimal, style: NumberStyle | undefined): Factors | undefined =>
  line.numbers.length === 2 && letters(line.text) <= maxUnitLetters
    ? factorsOf(line, { to: line.words.length, product }, style)
    : undefined;

/** A multiplication sign, alone or attached to a number. */
const sign = /^(?:\d{1,4})?[x×*@](?:\D{0,3}\d+[.,]\d{2})?$/i;

/** The most letters of units and a sign, such as `pcs x` or `kg x /kg`. */
const maxUnitLetters = 8;

/** Rules out, in floating point, pairs whose exact product is far off: most are, and a line may have many. */
const mayMake = (product: number, wanted: number): boolean => Math.abs(product - wanted) <= 0.01 + Math.abs(wanted) * 1e-9;

/** Whether two numbers make the product, which is rounded to a hundredth for weighed goods. */
const makes = ([a, b]: readonly [AmountFactor, AmountFactor], product: Decimal): boolean =>
  a.value.times(b.value).minus(product).abs().lessThanOrEqualTo('0.005');

/** How likely a number is the price: the one with a currency, else the one with two decimals or more. */
const isPrice = ({ token: { value } }: AmountFactor): number => (value.currency !== undefined ? 2 : (value.decimals ?? 0) >= 2 ? 1 : 0);
