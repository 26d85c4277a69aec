import { memoize } from '../../values/memoize.js';

export interface Normalised {
  readonly text: string;
  /** offsets[i] is the index in the raw text of the character that text[i] came from. */
  readonly offsets: readonly number[];
}

/**
 * The one spelling in which printed texts are compared: compatible characters made equal, quotes, hyphens and digits made ASCII, case folded,
 * white space collapsed and trimmed. Normalising twice changes nothing. U+066B and U+066C stay: only a number knows what they mean.
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

/** The text alone; most words need no more than their case folded. */
export const fold = (raw: string): string => (/^[!-_a-~]+(?: [!-_a-~]+)*$/.test(raw) ? raw.toLowerCase() : normalise(raw).text);

/** Letters and digits alone, without accents: texts and ids are the same when their squashed forms are. Never for numbers: columns would fuse. */
export const squash = memoize((raw: string): string =>
  fold(raw)
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, ''),
);

const dropped = '\\u00AD\\u200B-\\u200D\\u2060\\uFEFF';

/** Marks, and the few letters that Unicode composes with the character before them: conjoining Hangul and half-width voicing marks. */
const joining = '\\p{M}\\u1160-\\u11FF\\u3131-\\u318E\\uFF9E-\\uFFDC';

/** A character with all that composes with it, soft hyphens and the like in between included. */
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

/** JavaScript has no case folding: lower first, because a capital sharp s only comes apart when it is raised from the small one. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase();
