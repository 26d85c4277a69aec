import type { Field } from '../../contracts/schema.js';
import { memoizeByObject, once } from '../../values/memoize.js';
import type { Grounded } from '../grounded.js';
import { spelt } from '../labels/concepts/name-words.js';
import { endsOfNumbers } from '../labels/lexicon.js';
import { covered, printedWords } from '../labels/nearby/caption-words.js';
import { textLeft } from '../labels/nearby/label-beside.js';
import { phraseFinder } from '../labels/phrases.js';
import type { DocumentIndex } from '../page/document-index.js';
import { type Span, textOf } from '../page/page-index.js';
import { withoutAccents } from '../print/normalise.js';

/**
 * Whether a field asks for the last digits of a number, and the value is printed as such: behind a mask, `**** 4471`, or words for it, `Visa ending in 4471`.
 * Of several such numbers only the one whose text has a word of the field's name, `account ending in 7719`.
 */
export function isItsEnding({ field }: Grounded, places: readonly Span[], index: DocumentIndex): boolean {
  const told = wordsBeside(field);
  if (told === undefined || !places.some(isEnding)) return false;
  const ends = endingsIn(index);
  const isTold = (span: Span): boolean => told.length > 0 && covered(told, printedWords(textLeft(span))) >= minTold;
  return ends.size === 1 || places.some((span) => isEnding(span) && isTold(span));
}
const minTold = 0.5;

/** What a name says beside the end of a number; undefined where it asks for none. */
const wordsBeside = memoizeByObject((field: Field): readonly string[] | undefined => {
  const name = withoutAccents(spelt(field.names.at(-1) ?? ''));
  const asked = names().find((one) => ` ${name} `.includes(` ${one} `));
  return field.type === 'boolean' || asked === undefined ? undefined : printedWords(` ${name} `.replace(` ${asked} `, ' '));
});

/** The longest first: `last 4 digits`, not `last 4`. */
const names = once(() => endsOfNumbers.names.toSorted((a, b) => b.length - a.length));

const isEnding = (span: Span): boolean => {
  const printed = textOf(span);
  if (printed.length > maxLetters) return false;
  const text = printed.replace(/[^\p{L}\p{N}*•]+$/u, '');
  const before = span.row.words[span.from - 1]?.text ?? '';
  if (/^\d{3,6}$/.test(text)) return isMask(before) || endsWithWords(textLeft(span));
  return /\d{3}$/.test(text) && isMask(text.replace(/\d{3,6}$/, ''));
};
const maxLetters = 100;
const isMask = (text: string): boolean => /^[*•#Xx.-]+$/.test(text) && /[*•#Xx]{2}/.test(text);

/** Whether words for the end of a number are the last of a text. */
const endsWithWords = (text: string): boolean => {
  const last = finder()(text).at(-1);
  return last !== undefined && !/[\p{L}\p{N}]/u.test(text.slice(last.to));
};
const finder = once(() => phraseFinder([['before', endsOfNumbers.before]]));

/** The different numbers of which a document prints the end. */
const endingsIn = memoizeByObject(
  ({ rows }: DocumentIndex): ReadonlySet<string> =>
    new Set(
      rows.flatMap((row, order) =>
        row.words.flatMap(({ text }, from) =>
          /\d{3}/.test(text) && isEnding({ row, order, from, to: from + 1 }) ? (/\d{3,6}/.exec(text) ?? []) : [],
        ),
      ),
    ),
);
