import type { Word } from '../../contracts/document.js';
import { squash } from '../print/normalise.js';
import { alignWords } from './align-words.js';
import { hasBoth, isMisreadWord } from './confusions.js';

/** What two looks agree on is as sure as this at least; what they differ in, no surer than that. */
const minAgreedCertainty = 0.9;
const maxDisputedCertainty = 0.6;

/**
 * Two looks at one picture as one: where they read the same, it is surer than either; where they differ, neither is believed, and the word
 * keeps what it was read as otherwise; what one of them did not see at all stays as the other read it.
 * The document's own text needs no second look. The order is that of the first, with what only the second saw where it stands.
 */
export function combine(first: readonly Word[], second: readonly Word[]): readonly Word[] {
  if (second.length === 0) return first;
  return alignWords(first, second).flatMap(([one, other]) => {
    if (one.length === 0) return other;
    if (other.length === 0) return one;
    if (other.every(({ ocr }) => !ocr)) return other;
    if (same(one, other)) return agreedOn(one, other);
    const [text, otherText] = [textOf(one), textOf(other)];
    if (isMisreadWord(otherText, text)) return agreedOn(one, other);
    return isMisreadWord(text, otherText) ? agreedOn(other, one) : resolveDifference(one, other);
  });
}

const agreedOn = (one: readonly Word[], other: readonly Word[]): readonly Word[] =>
  one.map((word) => ({ ...word, certainty: jointCertainty(word, other) }));

/** Where a look saw a word more in one place, the words that both saw are no less sure for it. */
function resolveDifference(one: readonly Word[], other: readonly Word[]): readonly Word[] {
  const twins = new Map(one.flatMap((word) => other.filter((candidate) => same([word], [candidate])).map((twin) => [word, twin] as const)));
  const rest = other.filter((word) => ![...twins.values()].includes(word));
  const lone = one.filter((word) => !twins.has(word));
  if (twins.size === 0 || (lone.length > 0 && rest.length > 0)) return doubted(one, other);
  return [...one, ...rest].map((word) => {
    const twin = twins.get(word);
    return twin ? { ...word, certainty: jointCertainty(word, [twin]) } : word;
  });
}

const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join('');

/**
 * Letters may differ in what engines often lose: case, accents, marks. Digits, with what stands between them, may not; only what stands around
 * them, as dust and the edges of boxes do.
 */
const same = (one: readonly Word[], other: readonly Word[]): boolean => {
  const [a = '', b = ''] = [one, other].map((words) => textOf(words).replace(/^[.,:;'"|_*~]+|[.,:;'"|_*~]+$/g, ''));
  return a === b || (!/\d/.test(a + b) && squash(a) === squash(b) && squash(a) !== '');
};

/** A layer of unknown quality that says the same is a second look, too. */
const jointCertainty = (word: Word, other: readonly Word[]): number =>
  Math.max(minAgreedCertainty, word.certainty ?? 0, ...other.map(({ certainty }) => certainty ?? 0));

function doubted(one: readonly Word[], other: readonly Word[]): readonly Word[] {
  const [better, worse] = isClearer(other, one) ? [other, one] : [one, other];
  const otherwise = worse.map(({ text }) => text).join(' ');
  return better.map((word) => ({
    ...word,
    certainty: Math.min(word.certainty ?? maxDisputedCertainty, maxDisputedCertainty),
    ...(better.length === 1 && { otherwise }),
  }));
}

/** Digits among letters are a misreading more often than not: 'S8.50', '1O.00'. Else the surer one is the clearer. */
function isClearer(one: readonly Word[], other: readonly Word[]): boolean {
  const [mixed, otherMixed] = [one, other].map((words) => hasBoth(textOf(words)));
  return mixed === otherMixed ? lowestCertainty(one) > lowestCertainty(other) : otherMixed === true;
}

const lowestCertainty = (words: readonly Word[]): number => Math.min(...words.map(({ certainty }) => certainty ?? 0));
