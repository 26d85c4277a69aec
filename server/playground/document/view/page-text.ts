import type { Rectangle } from '../evidence/placed.js';

/** The text of a page as it can be searched: characters without spaces, and where any range of them stands. */
export interface PageText {
  readonly characters: string;
  rectangles(from: number, to: number): readonly Rectangle[];
}

/** One rectangle a line: those that overlap in height become one. */
export function mergeLines(rectangles: readonly Rectangle[]): readonly Rectangle[] {
  const lines: Rectangle[] = [];
  for (const rectangle of rectangles) {
    const last = lines.at(-1);
    if (last && sameLine(last, rectangle)) lines[lines.length - 1] = around(last, rectangle);
    else lines.push(rectangle);
  }
  return lines;
}

const sameLine = (a: Rectangle, b: Rectangle): boolean => Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > Math.min(a.h, b.h) / 2;

function around(a: Rectangle, b: Rectangle): Rectangle {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}
