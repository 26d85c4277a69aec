import type { Box, Word } from '../../contracts/document.js';
import { memoizeByObject } from '../../values/memoize.js';
import { boxAround, gapBetween } from '../page/page-index.js';
import { clingingRate, withoutMinorUnit, withoutProductSign, withoutTaxClass, withoutUnitOfPrice } from './affixes.js';
import { currencyCodeOf } from './currency.js';
import { dateStyleOf, datesIn, monthsNamed } from './dates.js';
import { digitGapHeights, idWords } from './identifiers.js';
import { fold } from './normalise.js';
import { type PrintedNumber, readNumber } from './numbers.js';

/**
 * The dates in a row with the days each can mean, including runs of eight digits, which are dates only with a label. Dates with a
 * four-digit year take their words first: 'No 25 Apr 3, 2025' contains 3 April 2025.
 */
export const datesAmong = memoizeByObject((words: readonly Word[]): readonly RowToken<readonly string[]>[] => {
  if (!words.some(({ text }) => /\p{Nd}/u.test(text))) return [];
  const taken = new Set<number>();
  const found: RowToken<readonly string[]>[] = [];
  const openings = words.flatMap((word, at) => (opensDate(word) ? [at] : []));
  for (const year of [/(?<!\d)\d{4}(?!\d)|^\d{8}$/, /\p{Nd}/u]) {
    for (const from of openings) {
      const tokens = datesFrom(words, from, taken).filter(({ text }) => year.test(text));
      claim(taken, tokens);
      found.push(...tokens);
    }
  }
  return found.sort((a, b) => a.from - b.from);
});

/**
 * The numbers in a row: one word, or up to three that narrow spaces group, with the sign, currency, percent sign or CR beside them. Dates,
 * phone numbers, IBANs and words with other letters are left out.
 */
export const numbersAmong = memoizeByObject((words: readonly Word[]): readonly RowToken<PrintedNumber>[] => {
  if (!words.some(({ text }) => mayOpenNumber.test(text))) return [];
  const taken = idWords(words);
  const dates = datesAmong(words).filter(({ text }) => !/^\d+$/.test(text));
  claim(taken, dates);
  const bare: RowToken<PrintedNumber>[] = [];
  for (let from = 0; from < words.length; from = Math.max(from + 1, bare.at(-1)?.to ?? 0)) {
    const found = numberFrom(words, from, taken);
    if (found) bare.push(found);
  }
  const whole: RowToken<PrintedNumber>[] = [];
  for (const [at, number] of bare.entries()) whole.push(withNeighbours(number, words, { before: whole.at(-1), after: bare[at + 1] }));
  return whole;
});

const maxDateWords = 5;
const maxDigitWords = 3;

/** Printed numbers and dates are never longer; the limit keeps hostile texts cheap. */
const maxTokenLength = 80;

/** A date begins with a digit or with the name of a month. */
function opensDate({ text }: Word): boolean {
  const first = withoutLabel(text);
  return /\p{Nd}/u.test(first) || monthsNamed(first.replace(/\.$/, '')).length > 0;
}

/** The shortest date that begins with this word, or the two dates inside it. */
function datesFrom(words: readonly Word[], from: number, taken: ReadonlySet<number>): readonly RowToken<readonly string[]>[] {
  if (taken.has(from)) return [];
  for (let to = from + 1; to <= Math.min(words.length, from + maxDateWords) && !taken.has(to - 1); to++) {
    if (to > from + 1 && gapBefore(words, to - 1) > wordGapHeights) break;
    const whole = textOf(words, from, to);
    if (whole.length > maxTokenLength) break;
    const text = whole.replace(/^[([]+|[)\],;:.]+$/g, '');
    const days = dateLike.test(fold(text)) ? datesIn(text) : [];
    if (days.length === 0 || range.test(text)) continue;
    if (dateStyleOf(text)?.separator !== ' ' || widestGap(words, from, to) <= digitGapHeights)
      return [tokenOf(words, from, to, text, days)];
  }
  return period(textOf(words, from, from + 1)).map((text) => tokenOf(words, from, from + 1, text, datesIn(text)));
}

/** A cheap test before dates are parsed: three runs of digits, eight digits, or letters. */
const dateLike = /^\d{1,4}(?:[-/. ']+\d{1,4}){2}|^\d{8}$|\p{L}/u;

/** 'January 1 - 31, 2016' does not contain a day in 2031. */
const range = /\p{L}.* [-\u2010-\u2015\u2212] \d{1,2}$/u;

/** The two dates of '01.03.2025-31.03.2025'; empty if the text is not two dates. */
function period(text: string): readonly string[] {
  const marks = [...text.matchAll(/[-\u2010-\u2015\u2212/]/g)].map(({ index }) => index);
  const middle = marks.length % 2 === 1 ? marks[(marks.length - 1) / 2] : undefined;
  const halves = middle === undefined ? [] : [text.slice(0, middle), text.slice(middle + 1)];
  return halves.every((half) => datesIn(half).length > 0) ? halves : [];
}

/** The longest number of digit groups that begins with this word, else the word itself. */
function numberFrom(words: readonly Word[], from: number, taken: ReadonlySet<number>): RowToken<PrintedNumber> | undefined {
  if (!mayOpenNumber.test(words[from]?.text ?? '')) return undefined;
  for (let to = Math.min(words.length, from + maxDigitWords); to > from; to--) {
    const whole = textOf(words, from, to);
    if (whole.length > maxTokenLength) continue;
    const printed = whole.replace(/[,;:]+$/, '');
    if (to > from + 1 && !isGrouped(words, from, to, printed) && !bracketed.test(printed)) continue;
    if (words.slice(from, to).some((_, at) => taken.has(from + at))) continue;
    const text = inBrackets(words, from, printed) ? printed.replace(/[()]/g, '').trim() : printed;
    const number = /^\(?0\d{3,}\D*$/.test(text) ? undefined : readNumber(text);
    if (number) return tokenOf(words, from, to, text, number);
  }
  return taken.has(from) ? undefined : withoutGluedSign(words, from);
}

/** Reads `1,98A` at the end of a row, `2x` or `@1.99` before another number, `24.67p`, `66,00/jr`, and the rate in `VAT(20%)`. */
function withoutGluedSign(words: readonly Word[], at: number): RowToken<PrintedNumber> | undefined {
  const printed = textOf(words, at, at + 1);
  const next = words[at + 1]?.text;
  const whole = clingingRate(printed) ?? withoutMinorUnit(printed) ?? withoutUnitOfPrice(printed);
  const text = whole ?? (next === undefined ? withoutTaxClass(printed) : opensNumber.test(next) ? withoutProductSign(printed) : undefined);
  const number = text === undefined || text.length > maxTokenLength ? undefined : readNumber(text);
  return text !== undefined && number ? tokenOf(words, at, at + 1, text, number) : undefined;
}

/** A number that may have a sign or currency before it. */
const opensNumber = /^[^\d\p{L}]*(?:\p{L}{1,3}\p{Sc}?)?\d[\d.,']*(?:\p{L}|[^\p{L}]*)$/u;

/** A cheap test before a word is parsed as a number. */
const mayOpenNumber = /[\p{N}(]/u;

/** '( 5.00 )', '($ 5.00)'. */
const bracketed = /^\((?=.*\d)[^()]* [^()]*\)$/;

/** Brackets belong to the sentence if one is missing or if they directly follow a word: 'incl. tax (35,13 EUR)'. */
function inBrackets(words: readonly Word[], from: number, printed: string): boolean {
  const after = /[\p{L}%]/u.test(words[from - 1]?.text ?? '') && gapBefore(words, from) <= wordGapHeights;
  return printed.includes('(') !== printed.includes(')') || (printed.startsWith('(') && after);
}

const isGrouped = (words: readonly Word[], from: number, to: number, printed: string): boolean =>
  grouped.test(printed) && (widestGap(words, from, to) <= digitGapHeights || (/,\d/.test(printed) && areTyped(words.slice(from, to))));

/**
 * Whether words are parted by one space of a type whose characters are all equally wide, where it is as wide as a digit. Who writes a decimal
 * point groups by commas, so that `2 240.00` is two numbers.
 */
const areTyped = (words: readonly Word[]): boolean =>
  words.every((word, at) => {
    const before = words[at - 1];
    if (!before) return true;
    const gap = word.box.x - before.box.x - before.box.width;
    return [before, word].every(({ text, box }) => Math.abs(gap - box.width / text.length) < sameAdvance * gap);
  });
const sameAdvance = 0.05;

const grouped = /^[^\d ]*\d{1,3}(?: \d{3})+(?:[.,]\d+)?[^\d ]*$/;

function claim(taken: Set<number>, tokens: readonly RowToken<unknown>[]): void {
  for (const { from, to } of tokens) for (let at = from; at < to; at++) taken.add(at);
}

type NumberToken = RowToken<PrintedNumber>;

/** The numbers on both sides; a word in between belongs to one of them. */
interface NumbersBeside {
  readonly before: NumberToken | undefined;
  readonly after: NumberToken | undefined;
}

/** Extends a number by the sign, currency, percent sign and CR beside its digits, as long as the whole reads as one number. */
function withNeighbours(number: NumberToken, words: readonly Word[], beside: NumbersBeside): NumberToken {
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
  if (/^[-+\u2010-\u2014\u2212]$/.test(word))
    return near <= signGapHeights && !integer && far > 2 * signGapHeights && (left || !isOwnDash(words, at));
  if (/^%$|^[cd]r\.?$/i.test(word)) return near <= wordGapHeights;
  if (!currencyCodeOf(word) || near > (/\p{L}{2}/u.test(word) ? wordGapHeights : symbolGapHeights)) return false;
  if (other && integer && other.value.decimals === 2) return false;
  return number.value.currency === undefined ? near <= far + gapToleranceHeights : near < far - gapToleranceHeights;
}

/** Whether a dash behind a number is no sign: a sentence goes on, `5,00 EUR – these are due`, or it is a cell without a value, `66,00/month –`. */
function isOwnDash(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]?.text ?? '';
  if (withoutUnitOfPrice(words[at - 1]?.text ?? '') !== undefined) return true;
  return /\p{L}{2}/u.test(next) && !currencyCodeOf(next) && gapBefore(words, at + 1) <= wordGapHeights;
}

/**
 * In line heights: the largest gap between a separate sign and its digits. Before an integer it is a bullet, between two numbers a range.
 */
const signGapHeights = 0.6;
/** In line heights. In accounts, the currency sign may stand at the other edge of the column. */
const symbolGapHeights = 6;
/** In line heights: gaps that differ by less count as equal; then a number that already has a currency does not take a second one. */
const gapToleranceHeights = 0.1;

/** A value in the words of a row. */
export interface RowToken<V> {
  /** The words joined by one space, as printed, without a label that is glued to them by a colon. */
  readonly text: string;
  readonly words: readonly Word[];
  /** Index of its first word, and the index after its last. Two tokens may share a word that contains two dates. */
  readonly from: number;
  readonly to: number;
  readonly box: Box;
  readonly value: V;
}

/** In line heights: the largest gap between words of one value. */
const wordGapHeights = 1;

function tokenOf<V>(words: readonly Word[], from: number, to: number, text: string, value: V): RowToken<V> {
  const own = words.slice(from, to);
  return { text, words: own, from, to, box: boxAround(own), value };
}

/** The words joined by one space, without a label that is glued to the first one. */
function textOf(words: readonly Word[], from: number, to: number): string {
  const texts = words.slice(from, to).map(({ text }) => text);
  return withoutLabel(texts.join(' '));
}

/** 'Date:03/04/2025' → '03/04/2025'. The quick test comes first because most words have no colon. */
const withoutLabel = (text: string): string => (text.includes(':') ? (/^\p{L}[^:\d]*:(?=\S)(.+)$/u.exec(text)?.[1] ?? text) : text);

/** The gap before a word, in line heights; infinite before the first word. */
function gapBefore(words: readonly Word[], at: number): number {
  const [left, right] = [words[at - 1], words[at]];
  return left && right ? gapBetween(left, right) : Number.POSITIVE_INFINITY;
}

/** The widest gap between two of the words, in line heights. */
const widestGap = (words: readonly Word[], from: number, to: number): number =>
  words.slice(from + 1, to).reduce((widest, _, at) => Math.max(widest, gapBefore(words, from + 1 + at)), Number.NEGATIVE_INFINITY);
