import type { Page, Word } from '../../../core/index.js';
import { printsText } from './letters.js';

/** A place as an answer names it: shares of the page, from its top left corner. */
export interface BoxedPage {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/**
 * What is wrong with the places that an answer names for its words: each has to hold words of them; others may stand among them where a text
 * is printed only roughly. Nothing is said of a picture that was turned before it was read: its words lie otherwise than it is shown.
 */
export function boxFault(boxes: readonly BoxedPage[], text: string, pages: readonly Page[]): string | undefined {
  for (const box of boxes) {
    const page = pages.find(({ number }) => number === box.page);
    if (!page) return `it has a box on page ${box.page}, and there is no page ${box.page}`;
    if (page.turn) continue;
    const covered = page.words.filter((word) => isIn(word, box, page) && /[\p{L}\p{N}]/u.test(word.text));
    if (covered.length === 0) return `it has a box on page ${box.page} with no words in it`;
    if (!covered.some((word) => printsText(text, word.text))) return `it has a box on page ${box.page} around other words`;
  }
  return undefined;
}

/** By the middle of the word: the sides of a box are rounded. */
function isIn({ box }: Word, { x, y, w, h }: BoxedPage, { width, height }: Page): boolean {
  const [across, down] = [(box.x + box.width / 2) / width, (box.y + box.height / 2) / height];
  return across >= x && across <= x + w && down >= y && down <= y + h;
}
