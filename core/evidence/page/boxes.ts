import type { Box } from '../../contracts/document.js';

export const right = (box: Box): number => box.x + box.width;

export const bottom = (box: Box): number => box.y + box.height;

/** Half-way between the left and the right edge. */
export const middle = (box: Box): number => box.x + box.width / 2;

/** How much of the narrower of two boxes the other covers horizontally, 0..1. */
export function overlap(a: Box, b: Box): number {
  const shared = Math.min(right(a), right(b)) - Math.max(a.x, b.x);
  return shared <= 0 ? 0 : shared / Math.max(Math.min(a.width, b.width), 0.01);
}

/** Whether two boxes stand one over the other, however little they overlap. */
export const sharesColumn = (a: Box, b: Box): boolean => a.x < right(b) && b.x < right(a);

/** How far apart the edges or middles of two boxes are, whichever pair is nearest. */
export const misalignment = (a: Box, b: Box): number =>
  Math.min(Math.abs(a.x - b.x), Math.abs(right(a) - right(b)), Math.abs(middle(a) - middle(b)));
