/** A rectangle on a page, in shares of the page's width and height from its top left corner, so that zooming does not change it. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Where the rectangle lies after its page has been rotated clockwise by this many quarter turns. */
export function rotated({ x, y, w, h }: Rectangle, quarterTurns: 0 | 1 | 2 | 3): Rectangle {
  if (quarterTurns === 1) return { x: 1 - y - h, y: x, w: h, h: w };
  if (quarterTurns === 2) return { x: 1 - x - w, y: 1 - y - h, w, h };
  return quarterTurns === 3 ? { x: y, y: 1 - x - w, w: h, h: w } : { x, y, w, h };
}

export const overlap = (a: Rectangle, b: Rectangle): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Merges neighbours that are on the same line, so that one rectangle is left for each line. */
export function mergeLines(rectangles: readonly Rectangle[]): readonly Rectangle[] {
  const lines: Rectangle[] = [];
  for (const rectangle of rectangles) {
    const last = lines.at(-1);
    if (last && onOneLine(last, rectangle)) lines[lines.length - 1] = around(last, rectangle);
    else lines.push(rectangle);
  }
  return lines;
}

const onOneLine = (a: Rectangle, b: Rectangle): boolean => Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > Math.min(a.h, b.h) / 2;

function around(a: Rectangle, b: Rectangle): Rectangle {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}
