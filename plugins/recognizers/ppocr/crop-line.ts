import type { GreyImage } from '../ocr/picture.js';
import { pointOn, type TextLine } from './text-line.js';

/** The height of the network's input in dots, and the limits of its width. Longer lines are compressed. */
const height = 48;
const minWidth = 16;
const maxWidth = 3_200;

/** Crops a line of text out of the picture, and rotates it level. */
export function cropLine(picture: GreyImage, line: TextLine): GreyImage {
  const scale = height / line.thickness;
  const width = Math.min(maxWidth, Math.max(minWidth, Math.round(line.length * scale)));
  const samples = Math.max(1, Math.round(1 / scale));
  const dots = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      let sum = 0;
      for (let part = 0; part < samples * samples; part += 1) {
        const along = ((column + ((part % samples) + 0.5) / samples) / width) * line.length;
        const across = ((row + (Math.floor(part / samples) + 0.5) / samples) / height) * line.thickness;
        sum += brightness(picture, pointOn(line, along, across));
      }
      dots[row * width + column] = Math.round(sum / (samples * samples));
    }
  }
  return { width, height, dots };
}

/** Bilinear interpolation between four dots; beyond the edge of the picture its last dots are repeated. */
function brightness({ width, height, dots }: GreyImage, [x, y]: readonly [x: number, y: number]): number {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const [right, down] = [x - 0.5 - left, y - 0.5 - top];
  const at = (column: number, row: number): number =>
    dots[Math.min(Math.max(row, 0), height - 1) * width + Math.min(Math.max(column, 0), width - 1)] ?? 0;
  const upper = at(left, top) * (1 - right) + at(left + 1, top) * right;
  const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
  return upper * (1 - down) + lower * down;
}
