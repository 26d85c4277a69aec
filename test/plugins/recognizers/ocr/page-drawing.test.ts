import { expect, it } from 'vitest';
import type { PageBitmap } from '../../../../plugins/pdfium/render-grey.js';
import { dpiForLetters, overviewOf, type PageDrawing } from '../../../../plugins/recognizers/ocr/page-drawing.js';

const blank = (width: number, height: number): PageDrawing => ({
  width,
  height,
  draw: (dpi) => {
    const density = dpi / 72;
    const [across, down] = [Math.round(width * density), Math.round(height * density)];
    return { width: across, height: down, density, dots: new Uint8Array(across * down).fill(255) };
  },
});
const picture: PageBitmap = { width: 100, height: 100, density: 1, dots: new Uint8Array(10_000) };

it('an ordinary page is seen at 100 dpi, a photograph of two thousand points in three million dots', () => {
  expect(overviewOf(blank(595, 842)).picture.width).toBe(826);
  const { width, height } = overviewOf(blank(1_500, 2_000)).picture;
  expect(width * height).toBeGreaterThan(2_990_000);
  expect(width * height).toBeLessThan(3_010_000);
});

it('letters of nine dots at one dot a point are twice as high at 144 dpi', () => {
  expect(dpiForLetters({ picture, letters: 9 }, 18)).toBe(144);
});

it('a page with too little text to measure is drawn at 150 dpi', () => {
  expect(dpiForLetters(overviewOf(blank(595, 842)), 18)).toBe(150);
});
