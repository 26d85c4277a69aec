import type { TextMap } from './detect.js';

/** A connected component of the map: text dots that touch each other. */
export interface MapComponent {
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  /** The mean over its dots, 0..1. */
  readonly certainty: number;
}

/** The least certainty of a text dot: `thresh` of PaddleOCR's `DBPostProcess`. */
const minCertainty = 0.3;

/** Finds the connected components of text dots. */
export function findComponents({ width, height, certainty }: TextMap): readonly MapComponent[] {
  const taken = new Uint8Array(width * height);
  const take = (dot: number): boolean => {
    if (taken[dot] || (certainty[dot] ?? 0) < minCertainty) return false;
    taken[dot] = 1;
    return true;
  };
  const components: MapComponent[] = [];
  for (let start = 0; start < taken.length; start += 1) {
    if (!take(start)) continue;
    const dots = [start];
    for (const dot of dots) dots.push(...neighbours(dot, width, height).filter(take));
    components.push({
      xs: Int32Array.from(dots, (dot) => dot % width),
      ys: Int32Array.from(dots, (dot) => Math.floor(dot / width)),
      certainty: dots.reduce((sum, dot) => sum + (certainty[dot] ?? 0), 0) / dots.length,
    });
  }
  return components;
}

function neighbours(dot: number, width: number, height: number): readonly number[] {
  const [x, y] = [dot % width, Math.floor(dot / width)];
  const near: number[] = [];
  for (let row = Math.max(y - 1, 0); row <= Math.min(y + 1, height - 1); row += 1) {
    for (let column = Math.max(x - 1, 0); column <= Math.min(x + 1, width - 1); column += 1) near.push(row * width + column);
  }
  return near;
}
