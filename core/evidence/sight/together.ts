import type { Box, Word } from '../../contracts/document.js';

/** Words of two lists that stand in one place; either side may be empty. */
export type Place = readonly [first: readonly Word[], second: readonly Word[]];

/** How much of the smaller of two words lies on the other along the line. */
const least = 0.4;

/**
 * Lays two readings of one page over each other: the words of each place, whole words on either side however they were cut.
 * In the order of the first reading; what only the second has comes after the word that stands before it.
 */
export function together(first: readonly Word[], second: readonly Word[]): readonly Place[] {
  const partners = touching(first, second);
  const placed = new Set<Word>();
  const places = first.flatMap((word) => (placed.has(word) ? [] : [place(word, partners, placed)]));
  const alone = second.filter((word) => !placed.has(word));
  return withAlone(places, alone);
}

/** Every word with those of the other list that it lies on. */
function touching(first: readonly Word[], second: readonly Word[]): ReadonlyMap<Word, readonly Word[]> {
  const partners = new Map<Word, Word[]>([...first, ...second].map((word) => [word, []]));
  const byTop = second.toSorted((a, b) => a.box.y - b.box.y);
  const highest = Math.max(0, ...second.map(({ box }) => box.height));
  for (const word of first) {
    const from = lowerBound(byTop, word.box.y - highest);
    for (let at = from; at < byTop.length; at += 1) {
      const other = byTop[at];
      if (!other || other.box.y > word.box.y + word.box.height) break;
      if (!onOneAnother(word.box, other.box)) continue;
      partners.get(word)?.push(other);
      partners.get(other)?.push(word);
    }
  }
  return partners;
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
  const along = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  return (holdsMiddle(a, b) && holdsMiddle(b, a)) && along >= least * Math.min(a.width, b.width);
}

/** Whether the middle of the one's line runs through the other; boxes as high as two lines also touch the line above. */
const holdsMiddle = (a: Box, b: Box): boolean => Math.abs(a.y + a.height / 2 - (b.y + b.height / 2)) < a.height / 2;

/** A word, and all that hangs together with it by lying on one another. */
function place(word: Word, partners: ReadonlyMap<Word, readonly Word[]>, placed: Set<Word>): Place {
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

/** Puts each word that one reading alone has behind the last place that is read before it. */
function withAlone(places: readonly Place[], alone: readonly Word[]): readonly Place[] {
  const after = Map.groupBy(alone, (word) => places.findLastIndex(([[first]]) => first !== undefined && isBefore(first.box, word.box)));
  const those = (index: number): readonly Place[] => (after.get(index) ?? []).map((word) => [[], [word]]);
  return [...those(-1), ...places.flatMap((one, index) => [one, ...those(index)])];
}

/** Whether a word is read before another: on a line above, or to the left in the same one. */
function isBefore(one: Box, other: Box): boolean {
  const [middle, otherMiddle] = [one.y + one.height / 2, other.y + other.height / 2];
  const sameLine = Math.abs(middle - otherMiddle) < Math.min(one.height, other.height) / 2;
  return sameLine ? one.x < other.x : middle < otherMiddle;
}
