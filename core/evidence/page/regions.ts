import type { Box, Document, Page } from '../../contracts/document.js';
import type { Region } from '../../contracts/draft.js';
import { quartersOf, turnedBox, turnedSize } from '../sight/turned.js';

/**
 * Where a viewer shows what stands in these boxes of a page; nothing where no viewer shows such a page, as in a document without pages of its own.
 * A picture that was turned before it was read lies there as it is in the file, and what stands over the edge is cut at it.
 */
export function regionsOf(boxes: readonly Box[], pageNumber: number, { pages, markdown }: Document): readonly Region[] {
  const page = pages.find(({ number }) => number === pageNumber);
  if (!page || markdown !== undefined) return [];
  const size = turnedSize(page, -quartersOf(page.turn ?? 0));
  return boxes.map((box) => share(turnedBack(box, page), size, page.number)).filter(({ width, height }) => width > 0 && height > 0);
}

/** First askew again, about the middle of the page, then on the side it lay on. */
const turnedBack = (box: Box, page: Page): Box => {
  const quarters = quartersOf(page.turn ?? 0);
  return turnedBox(slanted(box, page, (page.turn ?? 0) - quarters * 90), page, -quarters);
};

/** The box around one that is turned counter-clockwise by so many degrees. */
function slanted(box: Box, page: Page, degrees: number): Box {
  if (degrees === 0) return box;
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [dx, dy] = [box.x + box.width / 2 - page.width / 2, box.y + box.height / 2 - page.height / 2];
  const middle = { x: page.width / 2 + dx * cos + dy * sin, y: page.height / 2 - dx * sin + dy * cos };
  const width = box.width * cos + box.height * Math.abs(sin);
  const height = box.height * cos + box.width * Math.abs(sin);
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
}

function share({ x, y, width, height }: Box, size: Pick<Page, 'width' | 'height'>, page: number): Region {
  const [left, right] = [within(x / size.width), within((x + width) / size.width)];
  const [top, bottom] = [within(y / size.height), within((y + height) / size.height)];
  return { page, x: left, y: top, width: right - left, height: bottom - top };
}

/** A page without a size has no place for anything. */
const within = (value: number): number => (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0);
