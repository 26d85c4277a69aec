import type { AnswerValue } from '../../service.js';
import { plainText } from '../page-text.js';
import type { TextRange } from './find-quote.js';

/** The ranges in a quote, counted without spaces, that can be read as the value: '1.234' matches 1234 as well as 1.234. */
export function findValue(quote: string, value: AnswerValue): readonly TextRange[] {
  if (typeof value === 'number')
    return matches(quote, numbers)
      .filter(({ text }) => prints(text, value))
      .map(({ range }) => range);
  if (typeof value !== 'string') return [];
  const [characters, wanted] = [plainText(quote).text, plainText(value).text];
  for (const printed of [wanted, signs[value]]) {
    const at = printed ? characters.lastIndexOf(printed) : -1;
    if (printed && at >= 0) return [{ from: at, to: at + printed.length }];
  }
  return /^\d{4}-\d\d-\d\d$/.test(value) ? matches(quote, dates).map(({ range }) => range) : [];
}

/** A currency is read as its code, but often printed as its sign. */
const signs: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£', JPY: '¥', CHF: 'fr.' };

const numbers = /(?<![\p{L}\d])\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,'’]\d+)*/gu;
const dates = /\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}\.?\s+\p{L}+\.?\s+\d{4}|\p{L}+\.?\s+\d{1,2},?\s+\d{4}/gu;

function matches(quote: string, pattern: RegExp): readonly { readonly text: string; readonly range: TextRange }[] {
  return [...quote.matchAll(pattern)].map(({ 0: text, index }) => {
    const from = plainText(quote.slice(0, index)).text.length;
    return { text, range: { from, to: from + plainText(text).text.length } };
  });
}

function prints(text: string, value: number): boolean {
  const bare = text.replace(/[ \u00a0\u202f'’]/g, '');
  const readings = [bare.replaceAll(',', ''), bare.replaceAll('.', '').replace(',', '.')];
  return readings.some((reading) => Math.abs(Number(reading) - Math.abs(value)) < 1e-9);
}
