import type { TextMap } from './detect.js';

/** Dots of the map that touch each other. */
export interface Component {
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  /** Of its average dot, 0..1. */
  readonly certainty: number;
}

/** From here a dot counts as text: `thresh` of PaddleOCR's `DBPostProcess`. */
const text = 0.3;

/** Every island of text on the map. */
export function componentsIn({ width, height, certainty }: TextMap): readonly Component[] {
  const taken = new Uint8Array(width * height);
  const take = (dot: number): boolean => {
    if (taken[dot] || (certainty[dot] ?? 0) < text) return false;
    taken[dot] = 1;
    return true;
  };
  const islands: Component[] = [];
  for (let start = 0; start < taken.length; start += 1) {
    if (!take(start)) continue;
    const dots = [start];
    for (const dot of dots) dots.push(...around(dot, width, height).filter(take));
    islands.push({
      xs: Int32Array.from(dots, (dot) => dot % width),
      ys: Int32Array.from(dots, (dot) => Math.floor(dot / width)),
      certainty: dots.reduce((sum, dot) => sum + (certainty[dot] ?? 0), 0) / dots.length,
    });
  }
  return islands;
}

function around(dot: number, width: number, height: number): readonly number[] {
  const [x, y] = [dot % width, Math.floor(dot / width)];
  const near: number[] = [];
  for (let row = Math.max(y - 1, 0); row <= Math.min(y + 1, height - 1); row += 1) {
    for (let column = Math.max(x - 1, 0); column <= Math.min(x + 1, width - 1); column += 1) near.push(row * width + column);
  }
  return near;
}
