import type { Box, Document, Page, Word } from '../../contracts/document.js';
import type { Region } from '../../contracts/draft.js';
import { quartersOf, turnedBox, turnedSize } from '../ocr/turned.js';
import { boxAround } from './page-index.js';

/**
 * Where a viewer shows these lines of words of a page; nothing where no viewer shows such a page, as in a document without pages of its own.
 * A picture that was turned before it was read lies there as it is in the file, and what stands over the edge is cut at it.
 */
export function regionsOf(lines: readonly (readonly Word[])[], pageNumber: number, { pages, markdown }: Document): readonly Region[] {
  const page = pages.find(({ number }) => number === pageNumber);
  if (!page || markdown !== undefined) return [];
  const size = turnedSize(page, -quartersOf(page.turn ?? 0));
  return lines
    .map((words) => boxAround(words.map((word) => ({ ...word, box: turnedBack(word.box, page) }))))
    .map((box) => share(box, size, page.number))
    .filter(({ width, height }) => width > 0 && height > 0);
}

/** First askew again, then on the side it lay on. */
const turnedBack = (box: Box, page: Page): Box => {
  const turn = page.turn ?? 0;
  const quarters = quartersOf(turn);
  return turnedBox(slanted(box, page, turn - quarters * 90), page, -quarters);
};

/** As straightening moved it, the other way, by so many degrees: its middle moves about that of the page, its sides stay level. */
function slanted(box: Box, page: Page, degrees: number): Box {
  if (degrees === 0) return box;
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [dx, dy] = [box.x + box.width / 2 - page.width / 2, box.y + box.height / 2 - page.height / 2];
  return { ...box, x: page.width / 2 + dx * cos + dy * sin - box.width / 2, y: page.height / 2 - dx * sin + dy * cos - box.height / 2 };
}

function share({ x, y, width, height }: Box, size: Pick<Page, 'width' | 'height'>, page: number): Region {
  const [left, right] = [within(x / size.width), within((x + width) / size.width)];
  const [top, bottom] = [within(y / size.height), within((y + height) / size.height)];
  return { page, x: left, y: top, width: right - left, height: bottom - top };
}

/** A page without a size has no place for anything. */
const within = (value: number): number => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0);
