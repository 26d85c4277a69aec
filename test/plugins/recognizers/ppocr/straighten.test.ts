import { expect, it } from 'vitest';
import type { GreyImage } from '../../../../plugins/recognizers/ocr/picture.js';
import { resize } from '../../../../plugins/recognizers/ppocr/resize.js';
import { straighten } from '../../../../plugins/recognizers/ppocr/straighten.js';

const picture = (width: number, height: number, dot: (x: number, y: number) => number): GreyImage => ({
  width,
  height,
  dots: Uint8Array.from({ length: width * height }, (_, at) => dot(at % width, Math.floor(at / width))),
});

it('lays a strip level that runs up the page', () => {
  const brighterUpwards = picture(100, 200, (_, y) => 200 - y);
  const { width, height, dots } = straighten(brighterUpwards, { x: 50, y: 100, length: 96, thickness: 48, angle: -Math.PI / 2 });
  expect([width, height]).toEqual([96, 48]);
  expect([dots[0], dots[95]]).toEqual([53, 148]);
});

it('goes on with the last dots beyond the edge', () => {
  const { dots } = straighten(
    picture(10, 10, () => 77),
    { x: 0, y: 0, length: 96, thickness: 48, angle: 0 },
  );
  expect(new Set(dots)).toEqual(new Set([77]));
});

it('pales a thin line instead of losing it when the picture shrinks', () => {
  const { dots } = resize(
    picture(64, 64, (x) => (x === 30 ? 0 : 255)),
    16,
    16,
  );
  expect(dots.some((dot) => dot < 230)).toBe(true);
  expect(dots[0]).toBe(255);
});

it('keeps a picture of the same size as it is', () => {
  const same = picture(8, 8, (x, y) => x * y);
  expect(resize(same, 8, 8)).toEqual(same);
});
