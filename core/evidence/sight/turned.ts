import type { Box, Page, Word } from '../../contracts/document.js';

/** The words of a page as they stand once it is turned clockwise by so many quarters, and its size then. */
export function turned(page: Page, quarters: number): Pick<Page, 'words' | 'width' | 'height'> {
  const turns = ((quarters % 4) + 4) % 4;
  if (turns === 0) return page;
  const { words, width, height } = page;
  const once = { width: height, height: width, words: words.map((word): Word => ({ ...word, box: quarterTurned(word.box, height) })) };
  return turned({ ...page, ...once }, turns - 1);
}

/** Clockwise: what stood at the top stands at the right. */
const quarterTurned = ({ x, y, width, height }: Box, pageHeight: number): Box => ({
  x: pageHeight - y - height,
  y: x,
  width: height,
  height: width,
});
