import type { Box, Word } from '../../contracts/document.js';

/** Words of two OCR results that stand in the same place; either side may be empty. */
export type AlignedWords = readonly [first: readonly Word[], second: readonly Word[]];

/** The share of the smaller word that must overlap the other, along the line and across it. */
const minOverlap = 0.4;

/**
 * Aligns the words of two OCR results of one page by their place, however each result has split them. The order is that of the first
 * result; a word that only the second has follows the word before it.
 */
export function alignWords(first: readonly Word[], second: readonly Word[]): readonly AlignedWords[] {
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
    for (let at = lowerBound(byTop, word.box.y - highest); at < byTop.length; at += 1) {
      const other = byTop[at];
      if (!other || other.box.y > word.box.y + word.box.height) break;
      if (onOneAnother(word.box, other.box)) found.push([word, other]);
    }
    return found;
  });
}

function lowerBound(words: readonly Word[], top: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const half = (low + high) >> 1;
    if ((words[half]?.box.y ?? 0) < top) low = half + 1;
    else high = half;
  }
  return low;
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
