import type { Word } from '../../core/index.js';

/**
 * Characters that nobody sees: separators and joiners of no width, marks of direction, tags, and those that Unicode lets be ignored. Joiners mean
 * something within Arabic and Indic words. Source: Unicode Standard Annex 44, Default_Ignorable_Code_Point; annex 9 for the marks of direction.
 */
const unseen = /[\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E0FFF}]/gu;
const joiners = /(?<=[\p{Script=Latin}\p{Script=Common}])[\u200C\u200D]+/gu;
const mayHaveSome = /[\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E0FFF}]/u;

/** A text with the characters that are seen. */
export const seenText = (text: string): string => (mayHaveSome.test(text) ? text.replace(unseen, '').replace(joiners, '') : text);

/** From where on a page shows its characters in another order than it has them, and until where. */
const overrides = ['\u202D', '\u202E'];
const isBegun = (text: string): boolean => overrides.some((mark) => text.includes(mark));
const isEnded = (text: string): boolean => overrides.every((mark) => text.lastIndexOf('\u202C') > text.lastIndexOf(mark));

export interface SeenWords {
  readonly words: readonly Word[];
  /** Those whose characters are shown in another order: what they say is not what is seen. */
  readonly turned: readonly Word[];
}

/** The words of a page without what nobody sees. */
export function seenWords(sent: readonly Word[]): SeenWords {
  if (!sent.some(({ text }) => mayHaveSome.test(text))) return { words: sent, turned: [] };
  const [words, turned]: [Word[], Word[]] = [[], []];
  let overridden = false;
  for (const word of sent) {
    const begins = isBegun(word.text);
    const text = seenText(word.text);
    if (text !== '') (overridden || begins ? turned : words).push({ ...word, text });
    overridden = (overridden || begins) && !isEnded(word.text);
  }
  return { words, turned };
}
