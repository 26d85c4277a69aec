import type { Box, Word } from '../contracts/document.js';
import { currencyCodeOf } from './currency.js';
import { dateStyleOf, datesIn } from './dates.js';
import { idWords } from './id-words.js';
import { monthsNamed } from './months.js';
import { type PrintedNumber, readNumber } from './numbers.js';
import { boxAround, gapBetween } from './page-index.js';

/** A value among the words of a row. */
export interface Token<V> {
  /** As printed: the words joined by one space, without a label that is glued to them by a colon. */
  readonly text: string;
  readonly words: readonly Word[];
  /** Its first word in the row, and the one after its last. Two tokens may share a word that holds two dates. */
  readonly from: number;
  readonly to: number;
  readonly box: Box;
  readonly value: V;
}

/**
 * The dates in a row, each with the days it can mean. Eight digits in a row are among them: only a label makes a date of those.
 * A date whose year has four digits comes before one that would claim a word of it: 'No 25 Apr 3, 2025' holds 3 April 2025.
 */
export function datesAmong(words: readonly Word[]): readonly Token<readonly string[]>[] {
  const taken = new Set<number>();
  const found: Token<readonly string[]>[] = [];
  for (const year of [/(?<!\d)\d{4}(?!\d)|^\d{8}$/, /\d/]) {
    for (let from = 0; from < words.length; from++) {
      const tokens = datesFrom(words, from, taken).filter(({ text }) => year.test(text));
      for (const token of tokens) for (let at = token.from; at < token.to; at++) taken.add(at);
      found.push(...tokens);
    }
  }
  return found.sort((a, b) => a.from - b.from);
}

/**
 * The numbers in a row: a word, or up to three whose digits are grouped by narrow spaces, with the sign, the currency, the percent sign or the
 * CR beside it. Dates, phone numbers, IBANs and the like are left out, and so are words that hold other letters.
 */
export function numbersAmong(words: readonly Word[]): readonly Token<PrintedNumber>[] {
  const taken = idWords(words);
  for (const { text, from, to } of datesAmong(words)) if (!/^\d+$/.test(text)) for (let at = from; at < to; at++) taken.add(at);
  const bare: Token<PrintedNumber>[] = [];
  for (let from = 0; from < words.length; from = Math.max(from + 1, bare.at(-1)?.to ?? 0)) {
    const token = numberFrom(words, from, taken);
    if (token) bare.push(token);
  }
  const whole: Token<PrintedNumber>[] = [];
  bare.forEach((token, at) => {
    whole.push(withNeighbours(token, words, { before: whole.at(-1), after: bare[at + 1] }));
  });
  return whole;
}

/** Words of a date stand at most one height apart, groups of digits 0.45. */
const wordSpace = 1;
const digitSpace = 0.45;
const mostDateWords = 5;
const mostDigitWords = 3;

/** The shortest date that begins with this word, or the two dates it holds. */
function datesFrom(words: readonly Word[], from: number, taken: ReadonlySet<number>): readonly Token<readonly string[]>[] {
  const first = withoutLabel(words[from]?.text ?? '');
  if (taken.has(from) || !(/\d/.test(first) || monthsNamed(first.replace(/\.$/, '')).length > 0)) return [];
  for (let to = from + 1; to <= Math.min(words.length, from + mostDateWords) && !taken.has(to - 1); to++) {
    if (to > from + 1 && gapBefore(words, to - 1) > wordSpace) break;
    const text = textOf(words, from, to).replace(/^[([]+|[)\],;:.]+$/g, '');
    const days = dateLike.test(text) ? datesIn(text) : [];
    const torn = (dateStyleOf(text)?.separator === ' ' && widestGap(words, from, to) > digitSpace) || range.test(text);
    if (days.length > 0 && !torn) return [token(words, from, to, text, days)];
  }
  return period(first).map((text) => token(words, from, from + 1, text, datesIn(text)));
}

/** Three runs of digits, eight digits, or letters; nothing else is worth a closer look. */
const dateLike = /^\d{1,4}(?:[-/. ']+\d{1,4}){2}|^\d{8}$|\p{L}/u;

/** 'January 1 - 31, 2016' is not a day in 2031. */
const range = /\p{L}.* [-\u2010-\u2015\u2212] \d{1,2}$/u;

/** The two dates of '01.03.2025-31.03.2025'; none when it is not two. */
function period(text: string): readonly string[] {
  const marks = [...text.matchAll(/[-\u2010-\u2015\u2212/]/g)].map(({ index }) => index);
  const middle = marks.length % 2 === 1 ? marks[(marks.length - 1) / 2] : undefined;
  const halves = middle === undefined ? [] : [text.slice(0, middle), text.slice(middle + 1)];
  return halves.every((half) => datesIn(half).length > 0) ? halves : [];
}

/** The longest number of digit groups that begins with this word, else the word itself. */
function numberFrom(words: readonly Word[], from: number, taken: ReadonlySet<number>): Token<PrintedNumber> | undefined {
  for (let to = Math.min(words.length, from + mostDigitWords); to > from; to--) {
    const printed = textOf(words, from, to).replace(/[,;:]+$/, '');
    if (to > from + 1 && !(grouped.test(printed) && widestGap(words, from, to) <= digitSpace) && !bracketed.test(printed)) continue;
    if (words.slice(from, to).some((_, at) => taken.has(from + at))) continue;
    const text = inBrackets(words, from, printed) ? printed.replace(/[()]/g, '').trim() : printed;
    const number = /^\(?0\d{3,}\D*$/.test(text) ? undefined : readNumber(text);
    if (number) return token(words, from, to, text, number);
  }
  return undefined;
}

/** '( 5.00 )', '($ 5.00)'. */
const bracketed = /^\((?=.*\d)[^()]* [^()]*\)$/;

/** Brackets belong to the sentence, not to the number, where one is missing or where they come right after a word: 'incl. tax (35,13 EUR)'. */
function inBrackets(words: readonly Word[], from: number, printed: string): boolean {
  const after = /[\p{L}%]/u.test(words[from - 1]?.text ?? '') && gapBefore(words, from) <= wordSpace;
  return printed.includes('(') !== printed.includes(')') || (printed.startsWith('(') && after);
}

const grouped = /^[^\d ]*\d{1,3}(?: \d{3})+(?:[.,]\d+)?[^\d ]*$/;

interface Beside {
  readonly before: Token<PrintedNumber> | undefined;
  readonly after: Token<PrintedNumber> | undefined;
}

/** Takes in what is printed beside the digits and belongs to them, as long as it all reads as one number. */
function withNeighbours(bare: Token<PrintedNumber>, words: readonly Word[], beside: Beside): Token<PrintedNumber> {
  let all = bare;
  for (let grown = true; grown; ) {
    grown = false;
    for (const [from, to] of [
      [all.from - 1, all.to],
      [all.from, all.to + 1],
    ] as const) {
      const at = from < all.from ? from : to - 1;
      if (at < (beside.before?.to ?? 0) || at >= (beside.after?.from ?? words.length) || !belongs(all, words, at, beside)) continue;
      const text = from < all.from ? `${words[at]?.text} ${all.text}` : `${all.text} ${words[at]?.text}`;
      const number = readNumber(text);
      if (!number) continue;
      all = token(words, from, to, text, number);
      grown = true;
    }
  }
  return all;
}

/** Whether the word right before or after a number is part of it. */
function belongs(number: Token<PrintedNumber>, words: readonly Word[], at: number, { before, after }: Beside): boolean {
  const word = words[at]?.text ?? '';
  const left = at < number.from;
  const near = gapBefore(words, left ? number.from : at);
  const other = left ? before?.to === at : after?.from === at + 1;
  const far = other ? gapBefore(words, left ? at : at + 1) : Number.POSITIVE_INFINITY;
  const integer = number.value.decimals === 0;
  if (/^[-+\u2010-\u2014\u2212]$/.test(word)) return near <= signSpace && !integer && far > 2 * signSpace;
  if (/^%$|^[cd]r\.?$/i.test(word)) return near <= wordSpace;
  if (!currencyCodeOf(word)) return false;
  if (near > (/\p{L}{2}/u.test(word) ? wordSpace : symbolSpace)) return false;
  const rival = left ? before?.value : after?.value;
  if (other && integer && rival?.decimals === 2) return false;
  return number.value.currency === undefined ? near <= far + evenly : near < far - evenly;
}

/** A sign that stands alone is at most this far from its digits. */
const signSpace = 0.6;
/** In accounts, the currency sign may stand at the other edge of the column. */
const symbolSpace = 6;
const evenly = 0.1;

const textOf = (words: readonly Word[], from: number, to: number): string =>
  withoutLabel(
    words
      .slice(from, to)
      .map(({ text }) => text)
      .join(' '),
  );

/** 'Date:03/04/2025' → '03/04/2025'. */
const withoutLabel = (text: string): string => /^\p{L}[^:\d]*:(?=\S)(.+)$/u.exec(text)?.[1] ?? text;

function gapBefore(words: readonly Word[], at: number): number {
  const [left, right] = [words[at - 1], words[at]];
  return left && right ? gapBetween(left, right) : Number.POSITIVE_INFINITY;
}

const widestGap = (words: readonly Word[], from: number, to: number): number =>
  words.slice(from + 1, to).reduce((widest, _, at) => Math.max(widest, gapBefore(words, from + 1 + at)), Number.NEGATIVE_INFINITY);

function token<V>(words: readonly Word[], from: number, to: number, text: string, value: V): Token<V> {
  const own = words.slice(from, to);
  return { text, words: own, from, to, box: boxAround(own), value };
}
