import { once } from '../../../values/memoize.js';
import { fold, squash } from '../../print/normalise.js';
import { negations, noWords, taxNames, yesWords } from '../lexicon/answers.js';

/** The offsets of a statement in a text; the end is exclusive. */
export interface StatementRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Whether the words around a statement deny it: `no reverse charge`, `reverse charge does not apply`, `reverse charge: no`, `☐ reverse
 * charge`. A negation that belongs to the tax itself, `no VAT charged: reverse charge`, does not.
 */
export function isDenied(text: string, { from, to }: StatementRange): boolean {
  const before = wordsOf(
    text
      .slice(0, from)
      .split(/[.;:,()–—]|\s-\s/)
      .at(-1) ?? '',
  );
  const after = wordsOf(/^[\s:–—-]*[^.;,()–—]*/.exec(text.slice(to))?.[0] ?? '').slice(0, maxWordsAfter);
  return /☐\s*$/.test(text.slice(0, from)) || /^\s*:?\s*☐(?!.*[☒☑])/.test(text.slice(to)) || deniesNext(before) || deniesLast(after);
}

/** A negation before a statement denies it unless it denies the tax in between, or the tax that it says something about. */
const deniesNext = (words: readonly string[]): boolean => words.slice(-maxWordsBefore).some(isNegation) && !words.some(isTax);

/** A negation after a statement denies it unless the words around it speak of the tax. */
function deniesLast(words: readonly string[]): boolean {
  const at = words.findIndex(isNegation);
  return at >= 0 && !words.slice(0, at + 1 + maxWordsToTax).some(isTax);
}

const maxWordsBefore = 4;
const maxWordsAfter = 7;
const maxWordsToTax = 3;

/** The answer that a text consists of: 'Ja' → true, 'non' → false; undefined if it says more than that, or something else. */
export function yesOrNoIn(text: string): boolean | undefined {
  const said = squash(text) || fold(text).trim();
  return yes().has(said) ? true : no().has(said) ? false : undefined;
}

const yes = once(() => new Set([...yesWords.map(squash), 'x', '1', '☒', '☑', '✓', '✔']));
const no = once(() => new Set([...noWords.map(squash), '0', '☐']));

/** Words without accents. `No. 12` and `no 12` are numbers, not negations. */
const wordsOf = (text: string): readonly string[] =>
  [
    ...fold(text)
      .replace(/\bno\b(?=[.°º#:]|\s*\d)/g, ' ')
      .matchAll(/[\p{L}\p{N}'’]+/gu),
  ].map(([word]) => squash(word));

const isNegation = (word: string): boolean => denying().has(word);
const denying = once(() => new Set(negations.map(squash)));
const isTax = (word: string): boolean => taxes().has(word);
const taxes = once(() => new Set(taxNames.map(squash)));
