import type { Word } from '../../contracts/document.js';
import { gapBetween } from '../page/page-index.js';
import { ibanHolds, vatIdShape } from './identifiers.js';

/** The words of a row, by their index, whose digits are no numbers: IBANs, VAT ids, phone numbers that are printed in several words. */
export function idWords(words: readonly Word[]): Set<number> {
  const found = new Set<number>();
  words.forEach((_, from) => {
    if (found.has(from)) return;
    const to = Math.max(idEnd(words, from), phoneEnd(words, from));
    for (let at = from; at < to; at++) found.add(at);
  });
  return found;
}

/** Words of one id stand at most this many heights apart. */
const idGapHeights = 0.8;
/** An IBAN has up to nine groups; the limit also keeps long rows cheap. */
const maxIdWords = 9;

/** The word after the longest IBAN or VAT id that begins here; `from` when none does. */
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

/** An IBAN whose check digits do not hold is no number either. */
const brokenIban = /^[A-Z]{2}\d{13,30}$/;

/** The word after the phone number that begins here; `from` when none does. */
function phoneEnd(words: readonly Word[], from: number): number {
  const first = words[from]?.text.replace(/^\p{L}[^:]*:/u, '') ?? '';
  if (!/^(?:\+\d{1,3}|\+?\(\+?\d{1,5}\)|0\d{1,5}|\+\d{1,3}\(0\)\d*)[-/.]?$/.test(first)) return from;
  const to = runEnd(words, from, /^(?:[-/.]|[-/.(]?\d[\d()/.-]*)$/);
  return to - from > 1 ? to : from;
}

/** The end of the run of at most nine near words that match, the first one aside. */
function runEnd(words: readonly Word[], from: number, pattern: RegExp): number {
  let to = from + 1;
  for (let left = words[from], right = words[to]; left && right; left = right, right = words[to]) {
    if (to - from === maxIdWords || gapBetween(left, right) > idGapHeights || !pattern.test(right.text)) break;
    to++;
  }
  return to;
}
