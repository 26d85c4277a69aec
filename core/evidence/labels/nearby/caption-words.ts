import type { Field } from '../../../contracts/schema.js';
import { memoize, memoizeByObject } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Span } from '../../page/page-index.js';
import { withoutAccents } from '../../print/normalise.js';
import { currencyIn, isSpecific, type NameAtom, nameParts, spelt } from '../concepts/name-words.js';
import { captionsBeside } from './captions-beside.js';
import { likeness, minAbbreviation, minStem } from './likeness.js';

/** How well the words printed beside a value name a field, in whatever language both are. */
export interface Caption {
  readonly text: string;
  /** How much of the field's own name is in it, 0..1. */
  readonly share: number;
  /** How well the two cover each other, 0..1; it decides between fields that a caption names. */
  readonly fit: number;
  /** The same with the words that many names have: `date`, `number`. */
  readonly whole: number;
}

/** The caption that names a field best, nearest first among equals. */
export const captionOf = (field: Field, span: Span, index: DocumentIndex): Caption =>
  captionsOver(field, span, index)
    .map((text) => namedBy(field, text))
    .reduce((best, one) => (better(one, best) ? one : best), none);

const none: Caption = { text: '', share: 0, fit: 0, whole: 0 };

/** Whether a caption of a value that is as near as this one names one of these fields as well. */
export function isContested(own: Caption, span: Span, others: readonly Field[], index: DocumentIndex): boolean {
  const { nearest, over } = captionsBeside(span, index);
  const texts = [...nearest, over];
  const near = texts.slice(0, texts.indexOf(own.text) + 1);
  return others.some((other) => near.some((text) => !better(own, namedBy(other, text))));
}

/** Whether a caption names a field better than another one does. */
export const better = (one: Caption, other: Caption): boolean => one.fit > other.fit || (one.fit === other.fit && one.whole > other.whole);

/**
 * The words that may be a value's caption, nearest first. Left of one in a table stand others of its row; its header stands over it. In a row of several
 * sums only the header tells one from the other.
 */
export function captionsOver(field: Field, span: Span, index: DocumentIndex): readonly string[] {
  const { path } = field;
  const { nearest, over, isOpen, ofSum } = captionsBeside(span, index);
  if (ofSum !== '' && !path.includes('[]')) return tellsSum(field, ofSum) ? [`${ofSum} total`, ofSum] : [];
  return over !== '' && (isOpen || path.includes('[]')) ? [...nearest, over] : nearest;
}

/** Whether the header of a sum names what tells a field from the other sums of its row. */
function tellsSum(field: Field, header: string): boolean {
  const telling = wordsOf(field).own.filter((word) => !hasOnly(word, totals));
  if (telling.length === 0 || covered(telling, printedWords(header)) >= minTold) return true;
  return [header, `${header} total`].some((text) => namedBy(field, text).share === 1);
}
const totals: ReadonlySet<NameAtom> = new Set(['total']);
const minTold = 0.5;

/** How well a text names a field: by its words, or by what all of them mean together in others or in another language. */
export function namedBy(field: Field, text: string): Caption {
  const meaning = meaningOf(field.names.at(-1) ?? '');
  const named = namedByWords(field, text);
  return named.fit < translated && meaning !== undefined && meaning === meaningOf(text)
    ? { text, share: 1, fit: translated, whole: Math.max(named.whole, translated) }
    : named;
}

/** How well a text names a field, 0..1. */
export const captionFit = (field: Field, text: string): number => namedBy(field, text).fit;

/** The words themselves are the better name. */
const translated = 0.9;

/**
 * What a name says, where all of its words are known and together say more than that it is an amount, a date or a number. A rate in it is left out;
 * currencies and numbers tell names apart: `total_usd`, `phone 2`.
 */
const meaningOf = memoize((name: string): string | undefined => {
  if (name.length > longestName) return undefined;
  const said = name.replace(/\(?[\d.,]+ ?%\)?/g, '');
  const { atoms, rest } = nameParts(said);
  if (rest.length > 0 || !(isSpecific(atoms) || atoms.has('total'))) return undefined;
  const apart = spelt(said)
    .split(' ')
    .filter((word) => /^\d+$/.test(word) || currencyIn(word));
  return [...atoms, ...apart].toSorted().join(' ');
});
const longestName = 40;

function namedByWords(field: Field, text: string): Caption {
  const { own, all } = wordsOf(field);
  const printed = printedWords(text).flatMap((word) => (isCompoundOf(all, word) ? all : [word]));
  const telling = printed.filter((word) => !hasOnly(word, general));
  if (areInitials(all, telling, text)) return { text, share: 1, fit: 1, whole: 1 };
  return { text, share: covered(own, printed), fit: fitOf(own, telling.length > 0 ? telling : printed), whole: fitOf(all, printed) };
}

/**
 * Whether a caption is nothing but the initials of a name, or ends with them before a colon, or a name those of a caption: `TD` at the end of others may
 * also be said of what is paid to date.
 */
function areInitials(words: readonly string[], telling: readonly string[], text: string): boolean {
  const [first = '', ...others] = words;
  if (others.length === 0) return first.length >= minAbbreviation && initialsOf(text.split(/[^\p{L}]+/u).map(withoutAccents)) === first;
  return (telling.length === 1 || text.trimEnd().endsWith(':')) && telling.at(-1) === initialsOf(words);
}

const initialsOf = (words: readonly string[]): string => words.map(([first = '']) => first.toLowerCase()).join('');

/** Whether one printed word says all words of a name, which may be shortened but for the last: `lev_villkor` for `Leveransvillkor`. */
function isCompoundOf(words: readonly string[], printed: string): boolean {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  return (
    words.length > 1 &&
    words.reduce((length, word) => length + word.length, 0) <= printed.length &&
    first.length >= minAbbreviation &&
    last.length >= minStem &&
    printed.startsWith(first) &&
    printed.endsWith(last)
  );
}

/** How much of some words others cover, 0..1. */
export const covered = (words: readonly string[], by: readonly string[]): number =>
  words.reduce((sum, word) => sum + Math.max(0, ...by.map((one) => likeness(word, one))), 0) / Math.max(words.length, 1);

/** The harmonic mean of how much either covers of the other. */
function fitOf(words: readonly string[], printed: readonly string[]): number {
  const [recall, precision] = [covered(words, printed), covered(printed, words)];
  return recall + precision === 0 ? 0 : (2 * recall * precision) / (recall + precision);
}

/** How much two printed texts have in common, 0..1. */
export const fitOfWords = (one: string, other: string): number => fitOf(printedWords(one), printedWords(other));

interface FieldWords {
  /** What sets the name apart: without the words that many names have, and without the party if there are others. */
  readonly own: readonly string[];
  readonly all: readonly string[];
}

export const wordsOf = memoizeByObject(({ names, path }: Field): FieldWords => {
  const [parent = '', last = ''] = [names.at(-2), names.at(-1)];
  const all = tellingWords(last).filter(isNoParty);
  const own = all.filter(isOwn);
  if (own.length > 0) return { own, all };
  if (path.includes('[]')) return { own: all, all };
  const outer = tellingWords(parent).filter(isNoParty).filter(isOwn);
  return { own: outer.length > 0 ? outer : tellingWords(last).filter(isOwn), all };
});

const tellingWords = (name: string): readonly string[] =>
  spelt(name)
    .split(' ')
    .map(withoutAccents)
    .filter((word) => word !== '' && !joints.has(word));

const isNoParty = (word: string): boolean => !hasOnly(word, parties);

export const isOwn = (word: string): boolean => word.length > 1 && !hasOnly(word, general);

function hasOnly(word: string, known: ReadonlySet<NameAtom>): boolean {
  const { atoms, rest } = nameParts(word);
  return atoms.size > 0 && rest.length === 0 && [...atoms].every((atom) => known.has(atom));
}

const parties: ReadonlySet<NameAtom> = new Set(['seller', 'buyer']);
const general: ReadonlySet<NameAtom> = new Set(['number', 'date', 'name', 'amount', 'address']);
/** Articles and prepositions in the names of fields. */
const joints = new Set('of the in on at by to from de du des la le les el los del di da do della van von der die das und and et y e en for d l'.split(' ')); // biome-ignore format: a list

/** Letters with full stops between them are one word: `C.F.`, `P.IVA`. A `#` is a number. */
export const printedWords = memoize((text: string): readonly string[] =>
  text
    .replaceAll('#', ' number ')
    .replace(/(?<![\p{L}\p{N}])(\p{L})\.(?=\p{L})/gu, '$1')
    .replace(/(\p{Ll}{2})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(withoutAccents)
    .filter((word) => word !== '' && !joints.has(word)),
);
