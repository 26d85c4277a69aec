import type { GreyImage } from './picture.js';

/** How high letters should be, in dots, for this: no higher than a line is. Measured on scans as they lie and turned. */
export const lettersForLines = 4;

/** The side of a tile in dots: some six lines of print. An edge of the paper or a rule spoils only the tiles that it crosses. */
const side = 48;
/** Tiles with less change than this hold no print. In squares of grey. */
const quiet = 20;
/** How many more tiles one direction must have. */
const clearly = 1.5;

/**
 * Which way the lines of print run: text makes stripes, dark lines and light leading, across the way it runs. Each tile of the picture has a
 * vote. 'unclear' where neither direction has clearly more.
 */
export function linesRun(picture: GreyImage): 'across' | 'down' | 'unclear' {
  const votes = { across: 0, down: 0 };
  for (let top = 0; top + side <= picture.height; top += side) {
    for (let left = 0; left + side <= picture.width; left += side) {
      const { rows, columns } = stripesOf(picture, left, top);
      if (Math.max(rows, columns) >= quiet) votes[rows > columns ? 'across' : 'down'] += 1;
    }
  }
  if (votes.across > clearly * votes.down) return 'across';
  return votes.down > clearly * votes.across ? 'down' : 'unclear';
}

/** How restless the mean grey of a tile is from row to row, and from column to column. */
function stripesOf({ width, dots }: GreyImage, left: number, top: number): { readonly rows: number; readonly columns: number } {
  const [rows, columns] = [new Float64Array(side), new Float64Array(side)];
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const dot = (dots[(top + y) * width + left + x] ?? 255) / side;
      rows[y] = (rows[y] ?? 0) + dot;
      columns[x] = (columns[x] ?? 0) + dot;
    }
  }
  return { rows: restlessness(rows), columns: restlessness(columns) };
}

/** The mean square of the change over three dots, about half a line: shadows change more slowly. */
function restlessness(profile: Float64Array): number {
  let sum = 0;
  for (let at = 3; at < profile.length; at += 1) sum += ((profile[at] ?? 0) - (profile[at - 3] ?? 0)) ** 2;
  return sum / (profile.length - 3);
}
