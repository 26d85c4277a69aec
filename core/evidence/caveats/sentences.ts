import { once } from '../../values/memoize.js';
import { caveatPhrases } from '../labels/lexicon.js';
import { phraseFinder } from '../labels/phrases.js';
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
export function sentencesOn({ reading, rejoined, rows }: PageIndex): readonly SentenceCaveat[] {
  const found = [...new Set([reading, rejoined])].flatMap((text) =>
    finder()(text).filter(({ name, from }) => name !== 'bank-changed' || !isDoubted(text.slice(Math.max(0, from - before), from))),
  );
  return [...new Map(found.toReversed().map(({ name, phrase }) => [name, phrase]))].map(([kind, phrase]) => ({
    kind,
    text: rows.find(({ text }) => text.length <= maxLine && text.includes(phrase))?.text ?? phrase,
  }));
}

/** A longer line is shown by the phrase alone. */
const maxLine = 120;

const finder = once(() => phraseFinder(Object.entries(caveatPhrases.sentences) as [SentenceKind, readonly string[]][]));
const doubted = once(() => new Set(caveatPhrases.doubted.map(squash)));

/** Whether the words before a phrase, in its sentence, make it a case or a warning: `if our bank details have changed`. */
const isDoubted = (text: string): boolean =>
  (text.split(/[.!?:;]\s/).at(-1) ?? '').split(/\s+/).some((word) => doubted().has(squash(word)));
