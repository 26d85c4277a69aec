import { expect, it } from 'vitest';
import type { PageBitmap } from '../../../../plugins/pdfium/render-grey.js';
import { turnedBy } from '../../../../plugins/recognizers/ocr/rotation.js';

/** Two rows of three dots. */
const picture: PageBitmap = { width: 3, height: 2, density: 1, dots: Uint8Array.of(1, 2, 3, 4, 5, 6) };
const rowsOf = ({ width, dots }: PageBitmap) =>
  Array.from({ length: dots.length / width }, (_, row) => [...dots.slice(row * width, (row + 1) * width)]);

it('a picture that is turned by a quarter has its left column as its first row, from the bottom', () => {
  expect(rowsOf(turnedBy(1, picture))).toEqual([
    [4, 1],
    [5, 2],
    [6, 3],
  ]);
});

it('two quarters turn it upside down, four change nothing', () => {
  expect(rowsOf(turnedBy(2, picture))).toEqual([
    [6, 5, 4],
    [3, 2, 1],
  ]);
  expect(turnedBy(4, picture)).toBe(picture);
});
