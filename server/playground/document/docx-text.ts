import { type PageText, plainText } from './page-text.js';
import { mergeLines } from './rectangle.js';

/** The text of a rendered document, with the rectangles of its text nodes as shares of the sheet. */
export function docxText(sheet: HTMLElement): PageText {
  const walker = document.createTreeWalker(sheet.querySelector('.docx-text') ?? sheet, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
  const marks = nodes.flatMap((node) => plainText(node.data).from.map((at) => ({ node, at })));
  return {
    characters: nodes.map(({ data }) => plainText(data).text).join(''),
    rectangles(from, to) {
      const frame = sheet.getBoundingClientRect();
      const parts = Map.groupBy(marks.slice(from, to), ({ node }) => node);
      return mergeLines(
        [...parts].flatMap(([node, of]) => {
          const range = document.createRange();
          range.setStart(node, of[0]?.at ?? 0);
          range.setEnd(node, (of.at(-1)?.at ?? 0) + 1);
          return [...range.getClientRects()].map(({ x, y, width, height }) => ({
            x: (x - frame.x) / frame.width,
            y: (y - frame.y) / frame.height,
            w: width / frame.width,
            h: height / frame.height,
          }));
        }),
      );
    },
  };
}
