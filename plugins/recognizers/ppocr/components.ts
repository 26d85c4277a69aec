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
  /** Dots that belong to a component, and those that are no text. */
  const taken = Uint8Array.from(certainty, (value) => (value < minCertainty ? 1 : 0));
  const components: MapComponent[] = [];
  for (let start = 0; start < taken.length; start += 1) {
    if (taken[start]) continue;
    const dots: number[] = [];
    const take = (dot: number): void => {
      if (taken[dot]) return;
      taken[dot] = 1;
      dots.push(dot);
    };
    take(start);
    for (const dot of dots) forNeighbours(dot, { width, height }, take);
    components.push({
      xs: Int32Array.from(dots, (dot) => dot % width),
      ys: Int32Array.from(dots, (dot) => Math.floor(dot / width)),
      certainty: dots.reduce((sum, dot) => sum + (certainty[dot] ?? 0), 0) / dots.length,
    });
  }
  return components;
}

function forNeighbours(dot: number, { width, height }: Pick<TextMap, 'width' | 'height'>, visit: (dot: number) => void): void {
  const x = dot % width;
  const y = (dot - x) / width;
  const [left, right] = [Math.max(x - 1, 0), Math.min(x + 1, width - 1)];
  for (let row = Math.max(y - 1, 0); row <= Math.min(y + 1, height - 1); row += 1) {
    for (let column = left; column <= right; column += 1) visit(row * width + column);
  }
}
