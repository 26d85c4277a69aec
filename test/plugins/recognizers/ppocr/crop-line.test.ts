import { expect, it } from 'vitest';
import type { GreyImage } from '../../../../plugins/recognizers/ocr/picture.js';
import { resize } from '../../../../plugins/recognizers/ocr/resize.js';
import { cropLine } from '../../../../plugins/recognizers/ppocr/crop-line.js';

const picture = (width: number, height: number, dot: (x: number, y: number) => number): GreyImage => ({
  width,
  height,
  dots: Uint8Array.from({ length: width * height }, (_, at) => dot(at % width, Math.floor(at / width))),
});

it('levels a line that runs up the page', () => {
  const brighterUpwards = picture(100, 200, (_, y) => 200 - y);
  const { width, height, dots } = cropLine(brighterUpwards, { x: 50, y: 100, length: 96, thickness: 48, angle: -Math.PI / 2 });
  expect([width, height]).toEqual([96, 48]);
  expect([dots[0], dots[95]]).toEqual([53, 148]);
});

it('repeats the last dots beyond the edge', () => {
  const { dots } = cropLine(
    picture(10, 10, () => 77),
    { x: 0, y: 0, length: 96, thickness: 48, angle: 0 },
  );
  expect(new Set(dots)).toEqual(new Set([77]));
});

it('shrinking makes a thin stroke paler but does not lose it', () => {
  const { dots } = resize(
    picture(64, 64, (x) => (x === 30 ? 0 : 255)),
    16,
    16,
  );
  expect(dots.some((dot) => dot < 230)).toBe(true);
  expect(dots[0]).toBe(255);
});

it('resizing to the same size changes nothing', () => {
  const same = picture(8, 8, (x, y) => x * y);
  expect(resize(same, 8, 8)).toEqual(same);
});
