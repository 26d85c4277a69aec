import type { Page, Word } from '../../../core/index.js';

/** A gap wider than this many line heights is shown wide: a column ends there. */
const columnGap = 1.2;

/** The visible words of a page as rows of text, top to bottom, each from left to right; gaps between columns become three spaces. */
export const pageText = (page: Page): string => rowsOf(page).map(rowText).join('\n');

/** The words of a page in printed rows: two words share a row when their middles are nearer than half the lower one's height. */
export function rowsOf(page: Page): readonly (readonly Word[])[] {
  const rows: { middle: number; words: Word[] }[] = [];
  for (const word of page.words.toSorted((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1);
    if (row && middle(word) - row.middle < word.box.height / 2) row.words.push(word);
    else rows.push({ middle: middle(word), words: [word] });
  }
  return rows.map((row) => row.words.toSorted((a, b) => a.box.x - b.box.x));
}

const middle = (word: Word): number => word.box.y + word.box.height / 2;

const rowText = (row: readonly Word[]): string => row.map((word, index) => gapBefore(word, row[index - 1]) + word.text).join('');

function gapBefore(word: Word, previous: Word | undefined): string {
  if (!previous) return '';
  const gap = word.box.x - (previous.box.x + previous.box.width);
  return gap > columnGap * word.box.height ? '   ' : ' ';
}
