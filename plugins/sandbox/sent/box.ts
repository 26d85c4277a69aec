import type { Box } from '../../../core/index.js';
import { number, record } from './sent.js';

/** A box no part of which is farther from the origin of its page, in points. */
export function sentBox(sent: unknown, farthest: number): Box {
  const { x, y, width, height } = record(sent);
  const size = (side: unknown): number => Math.max(0, number(side, farthest));
  return { x: number(x, farthest), y: number(y, farthest), width: size(width), height: size(height) };
}
