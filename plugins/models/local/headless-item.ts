import { type Decimal, type NumberStyle, type PrintedNumber, readingsIn, type Token } from '../../../core/index.js';
import type { Amount } from './amounts.js';
import { quoteOf } from './find.js';
import type { Item, ItemCell } from './items.js';
import { letters } from './layout.js';

interface Factor {
  readonly token: Token<PrintedNumber>;
  readonly value: Decimal;
}

/** The item of a row without headers: its words are the description, and two numbers before the amount that make it are quantity and price. */
export function headlessItem(amount: Amount, style: NumberStyle | undefined): Item {
  const { line, token } = amount;
  const quote = quoteOf(line, { from: 0, to: token.to });
  const cell = ({ token: { text }, value }: Factor): ItemCell => ({ value: text, number: value, line, quote });
  const factors = factorsOf(amount, style);
  const text = wordsOf(amount, factors);
  const [quantity, price] = factors;
  return {
    amount: amount.value,
    line,
    columns: [],
    cells: {
      line_amount: cell(amount),
      ...(letters(text) > 1 ? { line_description: { value: text, number: undefined, line, quote: text } } : {}),
      ...(quantity && price ? { line_quantity: cell(quantity), line_unit_price: cell(price) } : {}),
    },
  };
}

/** Quantity and price, `2 x 3.50` and `3.50 x 2` alike: the price has more decimals. None unless their product is the amount. */
function factorsOf({ line, token, value }: Amount, style: NumberStyle | undefined): readonly Factor[] {
  const before = line.numbers
    .filter(({ to, value: number }) => to <= token.from && !number.percent)
    .flatMap((number) =>
      readingsIn(number.text, style)
        .slice(0, 1)
        .map((reading) => ({ token: number, value: reading })),
    );
  const pairs = before.flatMap((a, at) => before.slice(at + 1).map((b) => [a, b] as const));
  const pair = pairs.find(([a, b]) => a.value.times(b.value).equals(value)) ?? [];
  return pair.toSorted((a, b) => (a.token.value.decimals ?? 0) - (b.token.value.decimals ?? 0));
}

/** The words before the amount, without its factors and the sign between them. */
const wordsOf = ({ line, token }: Amount, factors: readonly Factor[]): string =>
  line.words
    .slice(0, token.from)
    .filter((_, at) => !factors.some((factor) => factor.token.from <= at && at < factor.token.to))
    .map(({ text }) => text)
    .join(' ')
    .replace(/^[x×@*]\s+|\s+[x×@*]$/gi, '');
