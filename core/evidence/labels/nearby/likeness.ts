import { memoize } from '../../../values/memoize.js';
import { withUmlauts } from '../concepts/name-words.js';

/** Words are alike if they differ in their endings, if one abbreviates the other, or if a compound ends with the other: `Kontoinhaber`. */
export function likeness(word: string, printed: string): number {
  if (word === printed || withUmlauts(word) === withUmlauts(printed)) return 1;
  const [short, long] = word.length < printed.length ? [word, printed] : [printed, word];
  let common = 0;
  while (common < short.length && short[common] === long[common]) common += 1;
  if (areCounterparts(word, printed)) return 0;
  if (common >= minStem && common >= minStemShare * long.length) return 1;
  if (short.length >= minEnding && long.endsWith(short)) return abbreviated;
  return short.length >= minAbbreviation && (common === short.length || isContraction(short, long)) ? abbreviated : 0;
}

/** Endings tell who does a thing from whom it is done to, and both from the thing: `employer` and `employee`, `insurer` and `insured`, `declarant` and `declaration`. */
function areCounterparts(one: string, other: string): boolean {
  const [as, bs] = [stemsOf(one), stemsOf(other)];
  return as.some((a) => bs.some((b) => a.stem === b.stem)) && !as.some((a) => bs.some((b) => a.part === b.part));
}

interface WordStem {
  readonly stem: string;
  readonly part: 'doer' | 'receiver' | 'thing';
}

/** Each way to part a word into its stem and an ending. A participle is what was done: only of the insured it is a person. */
const stemsOf = memoize((word: string): readonly WordStem[] => {
  const one = word.replace(/s$/, '');
  return endings.flatMap(([ending, part]) => {
    const stem = one.replace(ending, '');
    return stem !== one && stem.length >= minAbbreviation ? [{ stem, part }] : [];
  });
});
const endings = [
  [/[eo]r$/, 'doer'],
  [/ant$/, 'doer'],
  [/ee$/, 'receiver'],
  [/(?<=(?:in|as)sur)ed$/, 'receiver'],
  [/ion$/, 'thing'],
  [/[ai]?tion$/, 'thing'],
  [/ment$/, 'thing'],
  [/[ae]nce$/, 'thing'],
] as const satisfies readonly (readonly [RegExp, WordStem['part']])[];

/** A contraction keeps the first and the last letter of its word and leaves out others between them: `acct`, `qty`, `dept`. */
function isContraction(short: string, long: string): boolean {
  if (short[0] !== long[0] || short.at(-1) !== long.at(-1)) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}

export const minStem = 4;
const minStemShare = 0.6;
export const minAbbreviation = 3;
const minEnding = 6;
const abbreviated = 0.5;
