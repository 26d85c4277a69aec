import type { PageOverview } from './page-drawing.js';
import { type GreyImage, resize } from './picture.js';

/** The height of letters in dots at which stripes show best. Measured on upright and rotated scans. */
const lettersForLines = 4;

/** The side of a tile in dots, about six lines of print. An edge of the paper or a rule spoils only the tiles that it crosses. */
const tileSide = 48;
/** Tiles with less change than this hold no print. In squares of grey. */
const minChange = 20;
/** How many times more tiles one direction must have than the other. */
const clearMajority = 1.5;

/**
 * The direction in which the lines of print run. Text makes stripes of dark lines and light leading, and each tile of the picture votes for
 * the direction of its stripes. 'unclear' where neither direction has a clear majority.
 */
export function linesRun({ picture: seen, letters = lettersForLines }: PageOverview): 'across' | 'down' | 'unclear' {
  const smaller = Math.min(1, lettersForLines / letters);
  const picture = smaller === 1 ? seen : resize(seen, Math.ceil(seen.width * smaller), Math.ceil(seen.height * smaller));
  const votes = { across: 0, down: 0 };
  for (let top = 0; top + tileSide <= picture.height; top += tileSide) {
    for (let left = 0; left + tileSide <= picture.width; left += tileSide) {
      const { rows, columns } = stripesOf(picture, left, top);
      if (Math.max(rows, columns) >= minChange) votes[rows > columns ? 'across' : 'down'] += 1;
    }
  }
  if (votes.across > clearMajority * votes.down) return 'across';
  return votes.down > clearMajority * votes.across ? 'down' : 'unclear';
}

/** How much the mean grey of a tile changes from row to row, and from column to column. */
function stripesOf({ width, dots }: GreyImage, left: number, top: number): { readonly rows: number; readonly columns: number } {
  const [rows, columns] = [new Float64Array(tileSide), new Float64Array(tileSide)];
  for (let y = 0; y < tileSide; y += 1) {
    for (let x = 0; x < tileSide; x += 1) {
      const dot = (dots[(top + y) * width + left + x] ?? 255) / tileSide;
      rows[y] = (rows[y] ?? 0) + dot;
      columns[x] = (columns[x] ?? 0) + dot;
    }
  }
  return { rows: meanSquareChange(rows), columns: meanSquareChange(columns) };
}

/** The mean square of the change over three dots, about half a line. Shadows change more slowly. */
function meanSquareChange(profile: Float64Array): number {
  let sum = 0;
  for (let at = 3; at < profile.length; at += 1) sum += ((profile[at] ?? 0) - (profile[at - 3] ?? 0)) ** 2;
  return sum / (profile.length - 3);
}

/** The height of the band, as a share of the picture's. */
export const bandShare = 0.12;

/** The band of a picture with the most print, from edge to edge. It is enough to test one rotation. */
export function bandOf({ width, height, dots }: GreyImage): GreyImage {
  const rows = Math.max(1, Math.round(height * bandShare));
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

/** The total change from dot to dot in a row: high in print, low in background and shadows. */
function changeIn(row: Uint8Array): number {
  let sum = 0;
  for (let x = 1; x < row.length; x += 1) sum += Math.abs((row[x] ?? 0) - (row[x - 1] ?? 0));
  return sum;
}
