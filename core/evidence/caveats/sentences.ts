import { memoizeByObject, once } from '../../values/memoize.js';
import { caveatPhrases } from '../labels/lexicon.js';
import { type PhraseMatch, phraseFinder } from '../labels/phrases.js';
import type { PageIndex } from '../page/page-index.js';
import { squash } from '../print/normalise.js';

export type SentenceKind = keyof typeof caveatPhrases.sentences;

interface SentenceCaveat {
  readonly kind: SentenceKind;
  readonly text: string;
}

/** How much before a phrase may make a warning or a case of it, in characters. */
const before = 60;

/** What the sentences of a page say against taking it as it stands, in small print, too. Each kind once. */
export function sentencesOn(page: PageIndex): readonly SentenceCaveat[] {
  const { rows } = page;
  const found = partsOf(page).flatMap(phrasesIn);
  return [...new Map(found.toReversed().map(({ name, phrase }) => [name, phrase]))].map(([kind, phrase]) => ({
    kind,
    text: rows.find(({ text }) => text.length <= maxLine && text.includes(phrase))?.text ?? phrase,
  }));
}

/** A piece of a page in reading order, with what stands before it. */
export interface ReadingPart {
  readonly text: string;
  readonly start: number;
  readonly whole: string;
}

/** The texts of a page in pieces, which end between words and overlap by more than a phrase has, so that no piece takes long. */
export const partsOf = memoizeByObject(({ reading, rejoined }: PageIndex): readonly ReadingPart[] =>
  [...new Set([reading, rejoined])].flatMap((whole) => {
    const parts: ReadingPart[] = [];
    for (let start = 0; start === 0 || start < whole.length; ) {
      const space = whole.indexOf(' ', start + partLength);
      const end = space < 0 ? whole.length : space;
      parts.push({ text: whole.slice(start, end), start, whole });
      if (end === whole.length) break;
      start = Math.max(start + 1, whole.lastIndexOf(' ', end - overlap) + 1);
    }
    return parts;
  }),
);
const partLength = 8_000;
const overlap = 200;

/** Memoized, so that somebody who looks through a long page can do so piece by piece before. */
export const phrasesIn = memoizeByObject(({ text, start, whole }: ReadingPart): readonly PhraseMatch<SentenceKind>[] =>
  finder()(text).filter(
    ({ name, from }) => name !== 'bank-changed' || !isDoubted(whole.slice(Math.max(0, start + from - before), start + from)),
  ),
);

/** A longer line is shown by the phrase alone. */
const maxLine = 120;

const finder = once(() => phraseFinder(Object.entries(caveatPhrases.sentences) as [SentenceKind, readonly string[]][]));
const doubted = once(() => new Set(caveatPhrases.doubted.map(squash)));

/** Whether the words before a phrase, in its sentence, make it a case or a warning: `if our bank details have changed`. */
const isDoubted = (text: string): boolean =>
  (text.split(/[.!?:;]\s/).at(-1) ?? '').split(/\s+/).some((word) => doubted().has(squash(word)));
