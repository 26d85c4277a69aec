import type { Rectangle } from '../evidence/placed.js';

/** How the document is looked at. `fit` follows the width of the pane. */
export interface Sight {
  readonly page: number;
  readonly zoom: number | 'fit';
  readonly turns: 0 | 1 | 2 | 3;
}

/** A rectangle of a page, on the page turned clockwise. */
export function turned({ x, y, w, h }: Rectangle, turns: Sight['turns']): Rectangle {
  if (turns === 1) return { x: 1 - y - h, y: x, w: h, h: w };
  if (turns === 2) return { x: 1 - x - w, y: 1 - y - h, w, h };
  return turns === 3 ? { x: y, y: 1 - x - w, w: h, h: w } : { x, y, w, h };
}
