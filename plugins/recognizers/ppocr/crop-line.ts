import type { GreyImage } from '../ocr/picture.js';
import { pointOn, type TextLine } from './text-line.js';

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
