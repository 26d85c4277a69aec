import { once } from '../../values/memoize.js';
import { nearest } from '../../values/nearest.js';
import { numberWords } from '../labels/lexicon.js';
import { squash } from '../print/normalise.js';

/** Further words are not looked at: no amount takes as many. A word with more letters is none. */
const maxWords = 40;
const maxLetters = 80;

/** The whole number that a text begins with in words, in the language that has most of them; undefined where it begins otherwise. Never throws. */
export function numberInWords(words: readonly string[]): number | undefined {
  const read = vocabularies().map((vocabulary) => numberBy(vocabulary, words.slice(0, maxWords)));
  return read.reduce((best, one) => (one.letters > best.letters ? one : best), { letters: 0, value: undefined }).value;
}

interface NumberRead {
  /** How many letters were understood. */
  readonly letters: number;
  readonly value: number | undefined;
}

const unread: NumberRead = { letters: 0, value: undefined };

/** Whether a word is nearly one of a number, so that the number goes on in a way that nobody can tell: `THOUSEND`. */
const isMisspelt = (word: string, vocabulary: Vocabulary): boolean =>
  word.length >= 5 && nearest(word, [...vocabulary.keys()]) !== undefined;

type Vocabulary = ReadonlyMap<string, number>;

const vocabularies = once((): readonly Vocabulary[] =>
  numberWords.words.map((row) => new Map([...row.matchAll(/(\S+) (\d+)/g)].map(([, word = '', worth]) => [squash(word), Number(worth)]))),
);
const joints = once(() => new Set(numberWords.joints.map(squash)));

function numberBy(vocabulary: Vocabulary, words: readonly string[]): NumberRead {
  let sum: Sum | undefined;
  let letters = 0;
  for (const word of words) {
    const plain = squash(word);
    const parts = plain.length > maxLetters ? undefined : partsOf(plain, vocabulary);
    const next = parts?.reduce<Sum | undefined>(
      (so, part) => so && (joints().has(part) ? so : added(so, vocabulary.get(part) ?? 0)),
      sum ?? nothing,
    );
    if (plain !== '' && !next) return isMisspelt(plain, vocabulary) ? unread : { letters, value: sum && sum.total + sum.open };
    sum = next ?? sum;
    letters += plain.length;
  }
  return { letters, value: sum && sum.total + sum.open };
}

/** A word as numbers and joints, the longest first: 'neunhundertzwei' → neun, hundert, zwei. Undefined where it holds anything else. */
function partsOf(word: string, vocabulary: Vocabulary): readonly string[] | undefined {
  const ways: (readonly string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end += 1)
    for (let from = 0; from < end && !ways[end]; from += 1) {
      const [before, part] = [ways[from], word.slice(from, end)];
      if (before && (vocabulary.has(part) || joints().has(part))) ways[end] = [...before, part];
    }
  return ways[word.length];
}

/** A number that is being read: the thousands and millions that are complete, and the hundreds that are not. */
interface Sum {
  readonly total: number;
  readonly open: number;
}
const nothing: Sum = { total: 0, open: 0 };

/** A larger unit multiplies what stands before it; undefined where a number cannot go on so, as after `thirty-four` with `fifty`. */
function added({ total, open }: Sum, worth: number): Sum | undefined {
  if (worth >= 1000) return { total: total + Math.max(open, 1) * worth, open: 0 };
  if (worth === 100 && open > 0 && open < 100) return { total, open: open * 100 };
  const rest = open % 100;
  const fits =
    worth >= 100
      ? open === 0
      : worth >= 20
        ? rest < 10
        : worth >= 10
          ? rest === 0 || rest === 60 || rest === 80
          : rest % 10 === 0 && rest !== 10;
  return fits ? { total, open: open + worth } : undefined;
}
