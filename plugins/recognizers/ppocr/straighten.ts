import type { GreyImage } from '../ocr/picture.js';
import { pointOn, type TextLine } from './text-line.js';

/** How high a line is for the network that reads it, and how long it may be; longer ones are squeezed. */
const height = 48;
const shortest = 16;
const longest = 3_200;

/** Cuts a strip out of the picture and lays it level. */
export function straighten(picture: GreyImage, strip: TextLine): GreyImage {
  const scale = height / strip.thickness;
  const width = Math.min(longest, Math.max(shortest, Math.round(strip.length * scale)));
  const fine = Math.max(1, Math.round(1 / scale));
  const dots = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      let sum = 0;
      for (let part = 0; part < fine * fine; part += 1) {
        const along = ((column + ((part % fine) + 0.5) / fine) / width) * strip.length;
        const across = ((row + (Math.floor(part / fine) + 0.5) / fine) / height) * strip.thickness;
        sum += brightness(picture, pointOn(strip, along, across));
      }
      dots[row * width + column] = Math.round(sum / (fine * fine));
    }
  }
  return { width, height, dots };
}

/** By distance from the middles of the four dots around; beyond the edge of the picture its last dots go on. */
function brightness({ width, height, dots }: GreyImage, [x, y]: readonly [x: number, y: number]): number {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const [right, down] = [x - 0.5 - left, y - 0.5 - top];
  const at = (column: number, row: number): number =>
    dots[Math.min(Math.max(row, 0), height - 1) * width + Math.min(Math.max(column, 0), width - 1)] ?? 0;
  const upper = at(left, top) * (1 - right) + at(left + 1, top) * right;
  const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
  return upper * (1 - down) + lower * down;
}
