import type { Page, Word } from '../../../core/index.js';

/** Words that stand side by side, from left to right. */
export type PrintedLine = readonly Word[];

/** A page in the two orders in which its words can be quoted. */
export interface Laid {
  readonly lines: readonly PrintedLine[];
  /** The words as the document's own text goes: down one column, then down the next. */
  readonly reading: PrintedLine;
}

const known = new WeakMap<Page, Laid>();

/** Lays a page out, once. Only what everybody can see: hidden words are left out. */
export function layOut(page: Page): Laid {
  const laid = known.get(page) ?? { lines: linesOf(page.words), reading: page.words };
  known.set(page, laid);
  return laid;
}

/** A word belongs to the lowest line so far that shares at least half of its own height, or of the line's first word, whichever is smaller. */
function linesOf(words: readonly Word[]): readonly PrintedLine[] {
  const lines: Word[][] = [];
  for (const word of words.toSorted((a, b) => middle(a) - middle(b))) {
    const line = lines.slice(-8).findLast(([first]) => first !== undefined && overlap(first, word) >= 0.5);
    if (line) line.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => line.toSorted((a, b) => a.box.x - b.box.x));
}

export const middle = ({ box }: Word): number => box.y + box.height / 2;

/** The share of the smaller height that two words have in common; negative where a gap is between them. */
function overlap({ box: a }: Word, { box: b }: Word): number {
  const shared = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return shared / Math.max(Math.min(a.height, b.height), 0.1);
}
