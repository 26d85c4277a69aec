import type { Box, Word } from '../../contracts/document.js';
import { firstWhere } from '../../values/first-where.js';
import { squash } from '../print/normalise.js';
import { hasBoth, isMisreadWord } from './decide-by-sums.js';

/** Words on which two OCR results agree are at least this certain; words on which they differ are at most so certain. */
const minAgreedCertainty = 0.9;
const maxDisputedCertainty = 0.6;

/**
 * Combines two OCR results of one picture. Where they agree, certainty rises; where they differ, it falls and the word keeps the alternative;
 * a word that only one has stays as it is. The document's own text wins over OCR. The order is that of the first result.
 */
export function combine(first: readonly Word[], second: readonly Word[]): readonly Word[] {
  if (second.length === 0) return first;
  return alignWords(first, second).flatMap(([one, other]) => {
    if (one.length === 0) return other;
    if (other.length === 0) return one;
    if (other.every(({ ocr }) => !ocr)) return other;
    return inLineWith(other, decided(one, other)).map((word) => keepingFaintInk(word, [...one, ...other]));
  });
}

/** What one of the two has seen beside a word stands there, whichever of them the word is from. */
const keepingFaintInk = (word: Word, seen: readonly Word[]): Word =>
  seen.some(({ incomplete, box }) => incomplete && overlaps(box, word.box)) ? { ...word, incomplete: true } : word;

/** What is taken for written where both results have words. */
function decided(one: readonly Word[], other: readonly Word[]): readonly Word[] {
  if (same(one, other)) return isCutBetter(other, one) ? agreedOn(other, one) : agreedOn(one, other);
  const [text, otherText] = [textOf(one), textOf(other)];
  if (isMisreadWord(otherText, text)) return agreedOn(one, other);
  return isMisreadWord(text, otherText) ? agreedOn(other, one) : resolveDifference(one, other);
}

/** The words at the height of those that they stand on, so that a row has one height whichever result its words are from. */
const inLineWith = (others: readonly Word[], words: readonly Word[]): readonly Word[] =>
  words.map((word) => {
    const [under] = others.toSorted((a, b) => distanceBetween(a, word) - distanceBetween(b, word));
    return under ? { ...word, box: { ...word.box, y: under.box.y, height: under.box.height } } : word;
  });

const distanceBetween = (a: Word, b: Word): number => Math.abs(a.box.x + a.box.width / 2 - b.box.x - b.box.width / 2);

const agreedOn = (one: readonly Word[], other: readonly Word[]): readonly Word[] =>
  one.map((word) => ({ ...word, certainty: jointCertainty(word, other) }));

/** What both read alike in a place is certain, whatever stands beside it; only the words between are held against each other. */
function resolveDifference(one: readonly Word[], other: readonly Word[]): readonly Word[] {
  const twins = firstTwins(one, other);
  if (!twins) return doubted(one, other);
  const [at, otherAt] = twins;
  return [
    ...between(one.slice(0, at), other.slice(0, otherAt)),
    ...agreedOn(one.slice(at, at + 1), other.slice(otherAt, otherAt + 1)),
    ...between(one.slice(at + 1), other.slice(otherAt + 1)),
  ];
}

/** The first words that both have in the same place, by their indexes. */
function firstTwins(one: readonly Word[], other: readonly Word[]): readonly [number, number] | undefined {
  for (const [at, word] of one.entries()) {
    const otherAt = other.findIndex((candidate) => same([word], [candidate]) && overlaps(word.box, candidate.box));
    if (otherAt >= 0) return [at, otherAt];
  }
  return undefined;
}

const overlaps = (a: Box, b: Box): boolean => a.x < b.x + b.width && b.x < a.x + a.width;

/** Words that only one result has stay as they are. */
const between = (one: readonly Word[], other: readonly Word[]): readonly Word[] =>
  one.length === 0 || other.length === 0 ? [...one, ...other] : decided(one, other);

const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join('');

/**
 * Letters may differ in what OCR engines often lose: case, accents, marks. Digits and the marks between them must be equal, except that both
 * marks before two digits are decimal; marks around them, such as dust, edges of boxes and signs of currencies, may differ.
 */
export const same = (one: readonly Word[], other: readonly Word[]): boolean => {
  const [a, b] = [figuresOf(textOf(one)), figuresOf(textOf(other))];
  return a === b || (!/\d/.test(a + b) && squash(a) === squash(b) && squash(a) !== '');
};

const figuresOf = (text: string): string =>
  unbracketed(text)
    .replace(/^[.,:;'"|_*~\p{Sc}]+|[.,:;'"|_*~\p{Sc}]+$/gu, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^(\d{1,3}(?:([.,'])\d{3})*|\d+)[.,](\d{2})$/, (_, whole: string, mark: string | undefined, cents: string) =>
      [mark === undefined ? whole : whole.replaceAll(mark, ''), cents].join('.'),
    );

/** Without a bracket that has no partner; a pair may mean a negative amount. */
const unbracketed = (text: string): string => (/^\(.*\)$/.test(text) ? text : text.replace(/^[([{]+|[)\]}]+$/g, ''));

/** Whether only the other result has glued figures to letters, as in a column that touches the next one. */
const isCutBetter = (one: readonly Word[], other: readonly Word[]): boolean =>
  one.length > other.length && other.some(({ text }) => hasBoth(text)) && !one.some(({ text }) => hasBoth(text));

/** A text layer of unknown quality with the same words counts as a second OCR result. */
const jointCertainty = (word: Word, other: readonly Word[]): number =>
  Math.max(minAgreedCertainty, word.certainty ?? 0, ...other.map(({ certainty }) => certainty ?? 0));

function doubted(one: readonly Word[], other: readonly Word[]): readonly Word[] {
  const [better, worse] = isClearer(other, one) ? [other, one] : [one, other];
  const otherwise = worse.map(({ text }) => text).join(' ');
  return better.map((word) => ({
    ...word,
    certainty: Math.min(word.certainty ?? maxDisputedCertainty, maxDisputedCertainty),
    ...(better.length === 1 && { otherwise }),
  }));
}

/** Digits among letters are usually a misreading: 'S8.50', '1O.00'. Otherwise the more certain result is the clearer one. */
function isClearer(one: readonly Word[], other: readonly Word[]): boolean {
  const [mixed, otherMixed] = [one, other].map((words) => hasBoth(textOf(words)));
  return mixed === otherMixed ? lowestCertainty(one) > lowestCertainty(other) : otherMixed === true;
}

const lowestCertainty = (words: readonly Word[]): number => Math.min(...words.map(({ certainty }) => certainty ?? 0));

/** Words of two OCR results that stand in the same place; either side may be empty. */
type AlignedWords = readonly [first: readonly Word[], second: readonly Word[]];

/** The share of the smaller word that must overlap the other, along the line and across it. */
const minOverlap = 0.4;

/**
 * Aligns the words of two OCR results of one page by their place, however each result has split them. The order is that of the first
 * result; a word that only the second has follows the word before it.
 */
function alignWords(first: readonly Word[], second: readonly Word[]): readonly AlignedWords[] {
  const partners = touching(first, second);
  const placed = new Set<Word>();
  const places = first.flatMap((word) => (placed.has(word) ? [] : [place(word, partners, placed)]));
  const alone = second.filter((word) => !placed.has(word));
  return withAlone(places, alone);
}

type Partners = ReadonlyMap<Word, readonly Word[]>;

/** Every word with the overlapping words of the other list: those in the same line, or any if there are none. */
function touching(first: readonly Word[], second: readonly Word[]): Partners {
  const partners = new Map<Word, Word[]>([...first, ...second].map((word) => [word, []]));
  const loose: (readonly [Word, Word])[] = [];
  for (const [word, other] of overlapping(first, second)) {
    if (!sameLine(word.box, other.box)) loose.push([word, other]);
    else join(word, other, partners);
  }
  const alone = new Set([...partners].filter(([, others]) => others.length === 0).map(([word]) => word));
  for (const [word, other] of loose) if (alone.has(word) || alone.has(other)) join(word, other, partners);
  return partners;
}

function join(word: Word, other: Word, partners: ReadonlyMap<Word, Word[]>): void {
  partners.get(word)?.push(other);
  partners.get(other)?.push(word);
}

function overlapping(first: readonly Word[], second: readonly Word[]): readonly (readonly [Word, Word])[] {
  const byTop = second.toSorted((a, b) => a.box.y - b.box.y);
  const highest = Math.max(0, ...second.map(({ box }) => box.height));
  return first.flatMap((word) => {
    const found: (readonly [Word, Word])[] = [];
    for (let at = firstWhere(byTop, ({ box }) => box.y >= word.box.y - highest); at < byTop.length; at += 1) {
      const other = byTop[at];
      if (!other || other.box.y > word.box.y + word.box.height) break;
      if (onOneAnother(word.box, other.box)) found.push([word, other]);
    }
    return found;
  });
}

function onOneAnother(a: Box, b: Box): boolean {
  const across = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const along = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  return across >= minOverlap * Math.min(a.height, b.height) && along >= minOverlap * Math.min(a.width, b.width);
}

/** Whether two boxes are in the same line. Overlap alone is not enough: a box as high as two lines also touches the line above. */
const sameLine = (a: Box, b: Box): boolean => Math.abs(a.y + a.height / 2 - (b.y + b.height / 2)) < Math.min(a.height, b.height) / 2;

/** A word with all words that are connected to it by overlaps. */
function place(word: Word, partners: Partners, placed: Set<Word>): AlignedWords {
  const sides: readonly [Word[], Word[]] = [[], []];
  let edge: readonly { readonly word: Word; readonly side: 0 | 1 }[] = [{ word, side: 0 }];
  placed.add(word);
  while (edge.length > 0) {
    const next: { readonly word: Word; readonly side: 0 | 1 }[] = [];
    for (const { word: here, side } of edge) {
      sides[side].push(here);
      for (const other of partners.get(here) ?? []) {
        if (placed.has(other)) continue;
        placed.add(other);
        next.push({ word: other, side: side === 0 ? 1 : 0 });
      }
    }
    edge = next;
  }
  return [inLine(sides[0]), inLine(sides[1])];
}

const inLine = (words: readonly Word[]): readonly Word[] => words.toSorted((a, b) => a.box.x - b.box.x);

/** Inserts each word that only the second result has after the last word that is read before it. */
function withAlone(places: readonly AlignedWords[], alone: readonly Word[]): readonly AlignedWords[] {
  const after = Map.groupBy(alone, (word) => places.findLastIndex(([[first]]) => first !== undefined && isBefore(first.box, word.box)));
  const those = (index: number): readonly AlignedWords[] => (after.get(index) ?? []).map((word) => [[], [word]]);
  return [...those(-1), ...places.flatMap((one, index) => [one, ...those(index)])];
}

/** Whether a word is read before another: on a line above, or to the left in the same one. */
function isBefore(one: Box, other: Box): boolean {
  return sameLine(one, other) ? one.x < other.x : one.y + one.height / 2 < other.y + other.height / 2;
}
