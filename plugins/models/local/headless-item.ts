import { type Decimal, type NumberStyle, type PrintedNumber, readingsIn, type Token } from '../../../core/index.js';
import type { Amount } from './amounts.js';
import { quoteOf } from './find.js';
import type { Item, ItemCell } from './items.js';
import { type Line, letters, textOf } from './layout.js';

interface Factor {
  readonly token: Token<PrintedNumber>;
  readonly value: Decimal;
  readonly line: Line;
}

/**
 * The item of a row without headers: its words are the description, and two numbers before the amount that make it are quantity and price.
 * Where the row has none, the line below or above it has them if it says nothing else, as on receipts: `2 x 3.50`.
 */
export function headlessItem(amount: Amount, beside: readonly Line[], style: NumberStyle | undefined): Item {
  const { line, token, value } = amount;
  const own = factorsOf(line, { to: token.from, product: value }, style);
  const factors = own.length > 0 ? own : beside.flatMap((other) => factorsAlone(other, value, style)).slice(0, 2);
  const to = own.length > 0 ? token.to : undefined;
  const text = wordsOf(amount, own);
  const [quantity, price] = factors;
  return {
    amount: value,
    line,
    columns: [],
    cells: {
      line_amount: cellOf({ line, token, value }, token.to),
      ...(letters(text) > 1 ? { line_description: { value: text, number: undefined, line, quote: text } } : {}),
      ...(quantity && price ? { line_quantity: cellOf(quantity, to), line_unit_price: cellOf(price, to) } : {}),
    },
  };
}

const cellOf = ({ token, value, line }: Factor, to = line.words.length): ItemCell => ({
  value: token.text,
  number: value,
  line,
  quote: quoteOf(line, { from: 0, to }),
});

/** Quantity and price, `2 x 3.50` and `3.50 x 2` alike: the price has more decimals. None unless their product is the amount. */
function factorsOf(line: Line, { to, product }: { to: number; product: Decimal }, style: NumberStyle | undefined): readonly Factor[] {
  const before = line.numbers
    .filter((number) => number.to <= to && !number.value.percent)
    .flatMap((number) =>
      readingsIn(number.text, style)
        .slice(0, 1)
        .map((reading) => ({ token: number, value: reading, line })),
    );
  const pairs = before.flatMap((a, at) => before.slice(at + 1).map((b) => [a, b] as const));
  const pair = pairs.find(([a, b]) => a.value.times(b.value).equals(product)) ?? [];
  return pair.toSorted((a, b) => (a.token.value.decimals ?? 0) - (b.token.value.decimals ?? 0));
}

/** The factors in a line that has no other numbers, and hardly a word. */
function factorsAlone(line: Line, product: Decimal, style: NumberStyle | undefined): readonly Factor[] {
  const words = letters(textOf(line, 0, line.words.length));
  return line.numbers.length === 2 && words <= MOST_LETTERS ? factorsOf(line, { to: line.words.length, product }, style) : [];
}

/** Letters of a unit and a sign, such as `pcs x`. */
const MOST_LETTERS = 6;

/** The words before the amount, without its factors and the sign between them. */
const wordsOf = ({ line, token }: Amount, factors: readonly Factor[]): string =>
  line.words
    .slice(0, token.from)
    .filter((_, at) => !factors.some((factor) => factor.token.from <= at && at < factor.token.to))
    .map(({ text }) => text)
    .join(' ')
    .replace(/^[x×@*]\s+|\s+[x×@*]$/gi, '');
