import type { Box, Document, Page, Word } from '../../contracts/document.js';
import type { Region } from '../../contracts/draft.js';
import { quartersOf, turnedBox, turnedSize } from '../ocr/turned.js';
import { boxAround } from './page-index.js';

/**
 * The rectangles of these lines of words as a viewer shows the page; none for a document without pages of its own. A picture that was turned
 * for OCR is turned back, and rectangles are cut at the page's edge.
 */
export function regionsOf(lines: readonly (readonly Word[])[], pageNumber: number, { pages, markdown }: Document): readonly Region[] {
  const page = pages.find(({ number }) => number === pageNumber);
  if (!page || markdown !== undefined) return [];
  const size = turnedSize(page, -quartersOf(page.turn ?? 0));
  return lines
    .map((words) => boxAround(page.turn ? words.map((word) => ({ ...word, box: turnedBack(word.box, page) })) : words))
    .map((box) => share(box, size, page.number))
    .filter(({ width, height }) => width > 0 && height > 0);
}

/** The words of which the middle lies in one of these rectangles, in reading order, with a space between. */
export function wordsIn(regions: readonly Region[], document: Document): string {
  return document.pages
    .flatMap((page) => {
      const own = regions.filter((region) => region.page === page.number);
      const isIn = (word: Word): boolean =>
        regionsOf([[word]], page.number, document).some((at) => own.some((region) => holdsMiddle(region, at)));
      return own.length === 0 ? [] : page.words.filter(isIn);
    })
    .map(({ text }) => text)
    .join(' ');
}

const holdsMiddle = ({ x, y, width, height }: Region, at: Region): boolean => {
  const [left, top] = [at.x + at.width / 2 - x, at.y + at.height / 2 - y];
  return left >= 0 && left <= width && top >= 0 && top <= height;
};

/** Undoes first the straightening and then the quarter turns. */
const turnedBack = (box: Box, page: Page): Box => {
  const turn = page.turn ?? 0;
  const quarters = quartersOf(turn);
  return turnedBox(slanted(box, page, turn - quarters * 90), page, -quarters);
};

/** Undoes straightening by these degrees: the box's centre rotates around the page's centre, and its sides stay level. */
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

/** On a page without a size every share is 0. */
const within = (value: number): number => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0);
