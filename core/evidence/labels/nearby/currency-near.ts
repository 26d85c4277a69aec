import type { Field } from '../../../contracts/schema.js';
import { firstWhere } from '../../../values/first-where.js';
import { memoizeByObject, memoizeByPair } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Span } from '../../page/page-index.js';
import { headerOver } from '../../page/surroundings.js';
import { canBeCurrency, currencyCodeOf, type PrintedCurrency } from '../../print/currency.js';
import { currencyNamedBy } from '../concepts/concept-kind.js';
import { headerAbove, textLeft } from './label-beside.js';

/** The currency printed with an amount: beside it, in the words left of it, or over its column. */
export const currencyNear = memoizeByPair(
  (span: Span, index: DocumentIndex): PrintedCurrency | undefined =>
    currencyWith(span, index) ?? currencyBeside(span, index) ?? currencyOver(span, index),
);

/** The currency printed with the number itself: `EUR 2,641.12`. */
export function currencyWith(span: Span, index: DocumentIndex): PrintedCurrency | undefined {
  const own = index.numbersIn(span.order).find(({ from, to }) => from < span.to && span.from < to);
  return own?.currency === undefined ? undefined : currencyCodeOf(own.currency);
}

/** The currency in the words left of a number, `Equivalent USD`, or right after it; none that stands before another number or with it. */
function currencyBeside(span: Span, index: DocumentIndex): PrintedCurrency | undefined {
  const { words } = span.row;
  const numbers = index.numbersIn(span.order);
  const since = numbers[firstWhere(numbers, ({ to }) => to > span.from) - 1]?.to ?? 0;
  const left = textLeft(span)
    .split(' ')
    .toReversed()
    .slice(0, span.from - since);
  const isOfOther = numbers.some(({ from, to }) => from <= span.to && span.to < to);
  return [since < span.from ? (words[span.from - 1]?.text ?? '') : '', ...left, isOfOther ? '' : (words[span.to]?.text ?? '')].flatMap(
    (word) => signIn(word) ?? [],
  )[0];
}

function currencyOver(span: Span, index: DocumentIndex): PrintedCurrency | undefined {
  const texts = [headerOver(span, index)?.text, headerAbove(span, index)?.text];
  // An amount over another one heads no column: `NOK 9.00`.
  return texts.flatMap((text) =>
    (text === undefined || /\d[.,]\d/.test(text) ? '' : text).split(/[\s/]+/).flatMap((word) => signIn(word) ?? []),
  )[0];
}

/** A code in capitals or a sign; other words of small letters may be anything. */
function signIn(word: string): PrintedCurrency | undefined {
  const sign = word.replace(/^[^\p{L}\p{Sc}]+|[^\p{L}\p{Sc}]+$/gu, '');
  return /^(?:\p{Lu}{3}|\p{Lu}{0,2}\p{Sc}|Euro|Rs|Kč|zł|kr)$/u.test(sign) ? currencyCodeOf(sign) : undefined;
}

/** Whether an amount is printed in another currency than its field names. */
export function isInOtherCurrency(field: Field, span: Span, index: DocumentIndex): boolean {
  const wanted = currencyNamedBy(field);
  const printed = wanted === undefined ? undefined : currencyNear(span, index);
  return wanted !== undefined && printed !== undefined && !canBeCurrency(printed, wanted);
}

/** What currencies the document prints with its amounts. */
interface PrintedCurrencies {
  readonly distinct: readonly PrintedCurrency[];
  /** Whether most of its amounts have one. */
  readonly usual: boolean;
}

export const printedCurrencies = memoizeByObject((index: DocumentIndex): PrintedCurrencies => {
  const amounts = index.numbers.filter(({ percent, decimals }) => !percent && decimals > 0);
  const found = amounts.flatMap((spot) => currencyNear(spot, index) ?? []);
  const distinct = [...new Map(found.map((one) => [`${one.code} ${one.certain}`, one])).values()];
  return { distinct, usual: found.length * 2 >= amounts.length };
});
