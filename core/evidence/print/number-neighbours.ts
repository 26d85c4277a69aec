import type { Word } from '../../contracts/document.js';
import { currencyCodeOf } from './currency.js';
import { type PrintedNumber, readNumber } from './numbers.js';
import type { RowToken } from './token-words.js';
import { gapBefore, tokenOf, wordGapHeights } from './token-words.js';

type NumberToken = RowToken<PrintedNumber>;

/** The numbers on both sides; a word in between belongs to one of them. */
export interface NumbersBeside {
  readonly before: NumberToken | undefined;
  readonly after: NumberToken | undefined;
}

/** Extends a number by the sign, currency, percent sign and CR beside its digits, as long as the whole reads as one number. */
export function withNeighbours(number: NumberToken, words: readonly Word[], beside: NumbersBeside): NumberToken {
  const from = beside.before?.to ?? 0;
  const to = beside.after?.from ?? words.length;
  for (const at of [number.from - 1, number.to]) {
    const extended = at >= from && at < to && belongs(number, words, at, beside) ? extend(number, words, at) : undefined;
    if (extended) return withNeighbours(extended, words, beside);
  }
  return number;
}

function extend(number: NumberToken, words: readonly Word[], at: number): NumberToken | undefined {
  const word = words[at]?.text ?? '';
  const text = at < number.from ? `${word} ${number.text}` : `${number.text} ${word}`;
  const value = readNumber(text);
  return value && tokenOf(words, Math.min(number.from, at), Math.max(number.to, at + 1), text, value);
}

/** Whether the word right before or after a number belongs to it and not to the number on the other side. */
function belongs(number: NumberToken, words: readonly Word[], at: number, { before, after }: NumbersBeside): boolean {
  const word = words[at]?.text ?? '';
  const left = at < number.from;
  const near = gapBefore(words, left ? number.from : at);
  const other = left ? before?.to === at && before : after?.from === at + 1 && after;
  const far = other ? gapBefore(words, left ? at : at + 1) : Number.POSITIVE_INFINITY;
  const integer = number.value.decimals === 0;
  if (/^[-+\u2010-\u2014\u2212]$/.test(word)) return near <= signGapHeights && !integer && far > 2 * signGapHeights;
  if (/^%$|^[cd]r\.?$/i.test(word)) return near <= wordGapHeights;
  if (!currencyCodeOf(word) || near > (/\p{L}{2}/u.test(word) ? wordGapHeights : symbolGapHeights)) return false;
  if (other && integer && other.value.decimals === 2) return false;
  return number.value.currency === undefined ? near <= far + gapToleranceHeights : near < far - gapToleranceHeights;
}

/**
 * In line heights: the largest gap between a separate sign and its digits. Before an integer it is a bullet, between two numbers a range.
 */
const signGapHeights = 0.6;
/** In line heights. In accounts, the currency sign may stand at the other edge of the column. */
const symbolGapHeights = 6;
/** In line heights: gaps that differ by less count as equal; then a number that already has a currency does not take a second one. */
const gapToleranceHeights = 0.1;
