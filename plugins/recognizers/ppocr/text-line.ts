import type { Box } from '../../../core/index.js';
import type { GreyImage } from '../ocr/picture.js';

/** A rectangle of a picture, at any angle: a line of text runs along its length. */
export interface TextLine {
  /** The centre. */
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly thickness: number;
  /** Radians: at 0 the text runs to the right, at a quarter turn it runs down. */
  readonly angle: number;
}

/** The point of the picture at these distances along and across the line, both from the top of the text's beginning. */
export function pointOn({ x, y, length, thickness, angle }: TextLine, along: number, across: number): readonly [x: number, y: number] {
  const [u, v] = [along - length / 2, across - thickness / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x + u * cos - v * sin, y + u * sin + v * cos];
}

/** A line with less slope than this is level once the page is straightened. */
const maxSlope = 0.2;

/** The upright box of a line, as it will be on the straightened page: around its tilted corners it would reach into the lines above and below. */
export function boxAround(line: TextLine): Box {
  const { x, y, length, thickness, angle } = line;
  if (Math.abs(Math.sin(angle)) < maxSlope) return { x: x - length / 2, y: y - thickness / 2, width: length, height: thickness };
  const corners = [0, line.length].flatMap((along) => [0, line.thickness].map((across) => pointOn(line, along, across)));
  return boundsOf(corners);
}

/** The upright box around some points. */
export function boundsOf(points: readonly (readonly [x: number, y: number])[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The main direction of text in radians: the median angle, weighted by length. 0 where there is no text. */
export function directionOf(lines: readonly TextLine[]): number {
  const half = lines.reduce((sum, { length }) => sum + length, 0) / 2;
  let passed = 0;
  for (const { angle, length } of lines.toSorted((a, b) => a.angle - b.angle)) {
    passed += length;
    if (passed >= half) return angle;
  }
  return 0;
}

/** Reading order: row by row, and from start to end within a row. */
export function inOrder<T extends { readonly line: TextLine }>(items: readonly T[], direction: number): readonly T[] {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  const along = ({ line: { x, y } }: T): number => x * cos + y * sin;
  const across = ({ line: { x, y } }: T): number => y * cos - x * sin;
  const rows: [T, ...T[]][] = [];
  for (const item of items.toSorted((a, b) => across(a) - across(b))) {
    const row = rows.at(-1);
    if (row && across(item) - across(row[0]) < Math.min(item.line.thickness, row[0].line.thickness) / 2) row.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => along(a) - along(b)));
}

/** The height of the network's input in dots, and the limits of its width. Longer lines are compressed. */
const height = 48;
const minWidth = 16;
const maxWidth = 3_200;

/** Crops a line of text out of the picture, and rotates it level. A dot of the crop is the mean of samples spread evenly over its place. */
export function cropLine(picture: GreyImage, line: TextLine): GreyImage {
  const scale = height / line.thickness;
  const width = Math.min(maxWidth, Math.max(minWidth, Math.round(line.length * scale)));
  const samples = Math.max(1, Math.round(1 / scale));
  const [stepAlong, stepAcross] = [line.length / width / samples, line.thickness / height / samples];
  const [cos, sin] = [Math.cos(line.angle), Math.sin(line.angle)];
  const [startX, startY] = pointOn(line, stepAlong / 2, stepAcross / 2);
  const sums = new Float64Array(width * height);
  for (let row = 0; row < height * samples; row += 1) {
    const [left, top] = [startX - row * stepAcross * sin - 0.5, startY + row * stepAcross * cos - 0.5];
    const to = Math.floor(row / samples) * width;
    for (let column = 0; column < width * samples; column += 1) {
      const along = column * stepAlong;
      const at = to + Math.floor(column / samples);
      sums[at] = (sums[at] ?? 0) + brightness(picture, left + along * cos, top + along * sin);
    }
  }
  return { width, height, dots: Uint8Array.from(sums, (sum) => Math.round(sum / (samples * samples))) };
}

/** Bilinear interpolation between the centres of four dots; beyond the edge of the picture its last dots are repeated. */
function brightness({ width, height, dots }: GreyImage, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - left, y - top];
  const [before, after] = [within(left, width), within(left + 1, width)];
  const [above, below] = [within(top, height) * width, within(top + 1, height) * width];
  const upper = (dots[above + before] ?? 0) * (1 - right) + (dots[above + after] ?? 0) * right;
  const lower = (dots[below + before] ?? 0) * (1 - right) + (dots[below + after] ?? 0) * right;
  return upper * (1 - down) + lower * down;
}

const within = (at: number, count: number): number => (at < 0 ? 0 : at < count ? at : count - 1);
