import { memoize } from '../../values/memoize.js';

export interface Normalised {
  readonly text: string;
  /** offsets[i] is the index in the raw text of the character that became text[i]. */
  readonly offsets: readonly number[];
}

/**
 * The normal form in which printed texts are compared: NFKC, ASCII quotes, hyphens and digits, folded case, collapsed white space.
 * Idempotent. U+066B and U+066C stay, because only a number parser knows their meaning.
 */
export const normalise = memoize((raw: string): Normalised => {
  let text = '';
  const offsets: number[] = [];
  for (const { 0: cluster, index } of raw.matchAll(clusters)) {
    for (const unit of foldCluster(cluster)) {
      const spaced = /\s/.test(unit);
      if (spaced && (text === '' || text.endsWith(' '))) continue;
      text += spaced ? ' ' : unit;
      for (let i = 0; i < unit.length; i++) offsets.push(index);
    }
  }
  return text.endsWith(' ') ? { text: text.slice(0, -1), offsets: offsets.slice(0, -1) } : { text, offsets };
});

/** The normalised text alone. Most words only need their case folded, which is faster. */
export const fold = (raw: string): string => (/^[!-_a-~]+(?: [!-_a-~]+)*$/.test(raw) ? raw.toLowerCase() : normalise(raw).text);

/** Letters and digits only, without accents, to compare texts and ids. Not for numbers, because adjacent columns would merge. */
export const squash = memoize((raw: string): string =>
  fold(raw)
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, ''),
);

/** A word in small letters without accents, as names of fields are written: `lon` for `Løn`. */
export const withoutAccents = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæøłđı]/g, (letter) => plainLetters[letter] ?? letter);

/** Letters that are no others with an accent, as they are written without it. */
const plainLetters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

const dropped = '\\u00AD\\u200B-\\u200D\\u2060\\uFEFF';

/**
 * Combining marks, and the few letters that Unicode composes with the previous character: conjoining Hangul and half-width voicing marks.
 */
const joining = '\\p{M}\\u1160-\\u11FF\\u3131-\\u318E\\uFF9E-\\uFFDC';

/** A character with everything that composes with it, including soft hyphens and the like in between. */
const clusters = new RegExp(`[^${dropped}][${joining}${dropped}]*`, 'gu');
const invisible = new RegExp(`[${dropped}]`, 'gu');

function foldCluster(cluster: string): string {
  if (/^[\u0020-\u005F\u0061-\u007E]$/.test(cluster)) return cluster.toLowerCase();
  const composed = cluster.replace(invisible, '').replaceAll('\u00B4', "'").normalize('NFKC');
  return foldCase(composed)
    .normalize('NFKC')
    .replace(/[\u2010-\u2014\u2212]/g, '-')
    .replace(/[\u2018\u2019\u02BC\u2032`]/g, "'")
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** JavaScript has no case folding. Lowering first is needed because a capital sharp s only expands when raised from the small one. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase();

/** The number of letters in a text, which says how much of it a label takes up. */
export const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** The part of a text around a position, between the nearest of some marks. */
export function partAround(text: string, at: number, marks: string): string {
  const from = at === 0 ? 0 : Math.max(...[...marks].map((mark) => text.lastIndexOf(mark, at - 1))) + 1;
  const ends = [...marks].map((mark) => text.indexOf(mark, at)).filter((end) => end >= 0);
  return text.slice(from, Math.min(text.length, ...ends));
}
