import type { Word } from '../../contracts/document.js';
import { gapBetween } from '../page/page-index.js';
import { ibanHolds, vatIdShape } from './identifiers.js';

/** Indexes of the words in a row whose digits are not numbers: IBANs, VAT ids, and phone numbers of several words. */
export function idWords(words: readonly Word[]): Set<number> {
  const found = new Set<number>();
  words.forEach((_, from) => {
    if (found.has(from)) return;
    const to = Math.max(idEnd(words, from), phoneEnd(words, from));
    for (let at = from; at < to; at++) found.add(at);
  });
  return found;
}

/** In line heights: the largest gap between words of one identifier. */
const idGapHeights = 0.8;
/** An IBAN has up to nine groups. The limit also keeps long rows cheap. */
const maxIdWords = 9;

/** The index after the longest IBAN or VAT id that begins here; `from` if none does. */
function idEnd(words: readonly Word[], from: number): number {
  if (!/^(?:\p{L}[^:]*:)?[A-Z]{2}[A-Z0-9]*$/u.test(words[from]?.text ?? '')) return from;
  const end = runEnd(words, from, /^[A-Z0-9.-]{1,12}$/);
  for (let to = end; to > from + 1; to--) {
    const text = words
      .slice(from, to)
      .map((word) => word.text)
      .join('')
      .replace(/^.*:/, '');
    if (ibanHolds(text) || vatIdShape(text) === 'valid-shape' || brokenIban.test(text)) return to;
  }
  return from;
}

/** An IBAN with wrong check digits is not a number either. */
const brokenIban = /^[A-Z]{2}\d{13,30}$/;

/** The index after the phone number that begins here; `from` if none does. */
function phoneEnd(words: readonly Word[], from: number): number {
  const first = words[from]?.text.replace(/^\p{L}[^:]*:/u, '') ?? '';
  if (!/^(?:\+\d{1,3}|\+?\(\+?\d{1,5}\)|0\d{1,5}|\+\d{1,3}\(0\)\d*)[-/.]?$/.test(first)) return from;
  const to = runEnd(words, from, /^(?:[-/.]|[-/.(]?\d[\d()/.-]*)$/);
  return to - from > 1 ? to : from;
}

/** The end of a run of at most nine close words that match the pattern; the first word is not tested. */
function runEnd(words: readonly Word[], from: number, pattern: RegExp): number {
  let to = from + 1;
  for (let left = words[from], right = words[to]; left && right; left = right, right = words[to]) {
    if (to - from === maxIdWords || gapBetween(left, right) > idGapHeights || !pattern.test(right.text)) break;
    to++;
  }
  return to;
}
