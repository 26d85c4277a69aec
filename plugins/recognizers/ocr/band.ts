import type { GreyImage } from './picture.js';

/** The share of a picture that tells which way it lies. */
const share = 0.2;

/** The part of a picture, from edge to edge, where most is printed: enough to see whether it can be read this way. */
export function bandOf({ width, height, dots }: GreyImage): GreyImage {
  const rows = Math.max(1, Math.round(height * share));
  const change = Array.from({ length: height }, (_, y) => changeIn(dots.subarray(y * width, (y + 1) * width)));
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (let y = 0; y < height; y += 1) {
    sum += (change[y] ?? 0) - (change[y - rows] ?? 0);
    if (y < rows - 1 || sum <= most) continue;
    [best, most] = [y - rows + 1, sum];
  }
  return { width, height: rows, dots: dots.subarray(best * width, (best + rows) * width) };
}

/** How much one row changes from dot to dot: print does, paper and shadows do not. */
function changeIn(row: Uint8Array): number {
  let sum = 0;
  for (let x = 1; x < row.length; x += 1) sum += Math.abs((row[x] ?? 0) - (row[x - 1] ?? 0));
  return sum;
}
