import { type Decimal, decimal } from '../../../../core/index.js';
import { type NumberStyle, tenderIn } from '../../../../core/text.js';
import { type DocumentLayout, type PageLine, textOf } from '../page/layout.js';
import { amountsOn } from './amounts.js';
import type { SumTriple } from './sum-parts.js';
import { type SumPart, type SumParts, unlabelled } from './sum-parts.js';

/**
 * The printed amount that equals the payment at the till, for receipts whose sums prove nothing. An unlabelled one is a guess. Without
 * change the payment may only repeat the amount, so its label must then name a total.
 */
export function paidTotal(layout: DocumentLayout, style: NumberStyle | undefined, parts: SumParts): SumPart | undefined {
  const paid = tillPayment(layout, style);
  if (!paid) return undefined;
  const labelled = (paid.changed ? (['total', 'amount_due', 'subtotal'] as const) : (['total', 'amount_due'] as const)).flatMap(parts);
  const rounded = parts('total').some(({ value }) => value.minus(paid.value).abs().lessThanOrEqualTo(smallestCoin));
  const free = rounded ? [] : layout.lines.filter(({ number }) => !layout.body.has(number)).flatMap((line) => amountsOn(line, style));
  return [...labelled, ...free.map(unlabelled)].find(({ value, line }) => value.equals(paid.value) && !paid.lines.has(line.number));
}

/** Drops sums that come to less than the payment: these belong to one tax rate only. */
export const notPartOf = (paid: SumPart | undefined, triple: SumTriple | undefined): SumTriple | undefined =>
  paid && triple?.total.value.lessThan(paid.value.minus(smallestCoin)) ? undefined : triple;

/** Cash payments are rounded to coins. */
const smallestCoin = decimal('0.05');

/** What was paid at the till. */
interface TillPayment {
  readonly value: Decimal;
  /** Set where change was given: three amounts then confirm one another. Without change the payment only repeats one amount. */
  readonly changed: boolean;
  /** Numbers of the lines that print the payment: their amounts are not totals. */
  readonly lines: ReadonlySet<number>;
}

/** The payment that a till prints: the cash less the change, else what was paid by card or in cash. */
function tillPayment(layout: DocumentLayout, style: NumberStyle | undefined): TillPayment | undefined {
  const rows = layout.lines.flatMap((line) => {
    const [tender, amount] = [tenderIn(textOf(line, 0, line.words.length)), amountsOn(line, style).at(-1)];
    return tender && amount ? [{ line, tender, value: amount.value }] : [];
  });
  const lines = new Set(rows.map(({ line }) => line.number));
  for (const { line, value } of rows.filter(({ tender }) => tender === 'cash')) {
    const change = rows.find((row) => row.tender === 'change' && isUnder(row.line, line))?.value.abs();
    if (change?.isZero() === false && change.lessThan(value)) return { value: value.minus(change), changed: true, lines };
  }
  const paid = rows.find(({ tender }) => tender !== 'change');
  return paid && { value: paid.value, changed: false, lines };
}

const isUnder = (line: PageLine, { number, page }: PageLine): boolean =>
  line.page === page && line.number > number && line.number <= number + maxLinesToChange;

const maxLinesToChange = 4;
