import type { Page, Word } from '../../../../core/index.js';
import { printsText } from './texts.js';

/** A box as an answer reports it: shares of the page's size, from the top left corner. */
export interface AnswerBox {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/**
 * What is wrong with the boxes of an answer: each must contain a word of the text; other words may be among them. Boxes on a page that was
 * rotated before it was read are not checked, because its words are stored in another orientation than it is shown in.
 */
export function boxFault(boxes: readonly AnswerBox[], text: string, pages: readonly Page[]): string | undefined {
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

/** Compares the middle of the word, because the edges of a box are rounded. */
function isIn({ box }: Word, { x, y, w, h }: AnswerBox, { width, height }: Page): boolean {
  const [across, down] = [(box.x + box.width / 2) / width, (box.y + box.height / 2) / height];
  return across >= x && across <= x + w && down >= y && down <= y + h;
}
