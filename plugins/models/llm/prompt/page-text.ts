import type { Page, Word } from '../../../../core/index.js';
import { gapBetween, indexPage } from '../../../../core/text.js';

/** A gap wider than this many line heights is shown wide: a column ends there. */
const columnGap = 1.2;

/** The visible words of a page as rows of text, top to bottom, each from left to right; gaps between columns become three spaces. */
export const pageText = (page: Page): string =>
  indexPage(page)
    .rows.map(({ words }) => words.map((word, at) => space(words[at - 1], word) + word.text).join(''))
    .join('\n');

const space = (left: Word | undefined, right: Word): string =>
  left === undefined ? '' : gapBetween(left, right) > columnGap ? '   ' : ' ';
