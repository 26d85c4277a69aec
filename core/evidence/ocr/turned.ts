import type { Box, Page, Word } from '../../contracts/document.js';

type PageSize = Pick<Page, 'width' | 'height'>;

/** The words, the lines and the size of a page after turning it clockwise by this many quarters. */
export function turned(page: Page, quarters: number): PageSize & Pick<Page, 'words' | 'lines'> {
  if (turnsOf(quarters) === 0) return page;
  const words = page.words.map((word): Word => ({ ...word, box: turnedBox(word.box, page, quarters) }));
  const lines = page.lines?.map((line) => ({ ...line, box: turnedBox(line.box, page, quarters) }));
  return { ...turnedSize(page, quarters), words, ...(lines && { lines }) };
}

/** A turn in degrees, rounded to quarters. */
export const quartersOf = (turn: number): number => Math.round(turn / 90);

export const turnedSize = ({ width, height }: PageSize, quarters: number): PageSize =>
  turnsOf(quarters) % 2 === 0 ? { width, height } : { width: height, height: width };

/** Turns clockwise: what was at the top is then at the right. */
export function turnedBox(box: Box, size: PageSize, quarters: number): Box {
  if (turnsOf(quarters) === 0) return box;
  const { x, y, width, height } = box;
  const once = { x: size.height - y - height, y: x, width: height, height: width };
  return turnedBox(once, turnedSize(size, 1), turnsOf(quarters) - 1);
}

const turnsOf = (quarters: number): number => ((quarters % 4) + 4) % 4;
