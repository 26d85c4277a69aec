import { beforeAll, describe, expect, it } from 'vitest';
import type { Box } from '../../../core/index.js';
import type { GreyImage, OcrWord } from '../../../plugins/recognizers/ocr/picture.js';
import { openPpocr, recognizePage } from '../../../plugins/recognizers/ppocr/recognize-page.js';
import { generateDocument } from '../../measure/generate/generate-documents.js';
import { layouts } from '../../measure/generate/layouts.js';
import { at } from '../converters/raw-pdf.js';
import { draw, drawPage } from './draw.js';

let readPicture: Awaited<ReturnType<typeof openPpocr>>;
let read: (picture: GreyImage) => Promise<readonly OcrWord[]>;
beforeAll(async () => {
  readPicture = await openPpocr();
  read = async (picture) => (await readPicture(picture)).words;
});

const receipt = layouts.findIndex(({ name }) => name.startsWith('receipt'));
const textOf = (words: readonly OcrWord[]): string => words.map(({ text }) => text).join(' ');
const lines = ['Invoice number 2024-0317', 'Date 17.03.2024', 'Subtotal 1.234,56', 'Total 1.469,13'];
const block = lines.map((line, index) => at(30, 120 - index * 24, line)).join('');
const expected = lines.join(' ');

/** A page as small as a slip, because a whole page takes seconds. */
const slip = (content: string, entries = '') => drawPage(content, `/MediaBox [0 0 400 160] ${entries}`);

/** Operators under a matrix that rotates them around the centre of the slip. */
const turned = (degrees: number, content: string): string => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)].map((value) => value.toFixed(5));
  return `q 1 0 0 1 200 80 cm ${cos} ${sin} ${-Number(sin)} ${cos} 0 0 cm 1 0 0 1 -200 -80 cm\n${content}Q\n`;
};

describe('a picture of a page', () => {
  it('that is blank has no words', async () => {
    expect(await read((await slip('')).picture)).toEqual([]);
  });

  it('that is a single dot has no words', async () => {
    expect(await read({ width: 1, height: 1, dots: Uint8Array.of(0) })).toEqual([]);
  });

  it('is read row by row, each from its left to its right', async () => {
    const columns = at(270, 119, 'Page 1 of 2') + at(270, 71, 'Paid in full');
    const { picture } = await slip(block + columns);
    const [number = '', date = '', subtotal = '', total = ''] = lines;
    const rows = Object.values(Object.groupBy(await read(picture), ({ line }) => line));
    expect(rows.map((words = []) => textOf(words))).toEqual([number, 'Page 1 of 2', date, subtotal, 'Paid in full', total]);
  });

  it('is read where it is printed white on black', async () => {
    const { picture } = await slip(`0 g 10 20 370 130 re f 1 g\n${block}`);
    expect(textOf(await read(picture))).toBe(expected);
  });

  it('is read where it was scanned askew', async () => {
    const { picture } = await slip(turned(3, block));
    expect(textOf(await read(picture))).toBe(expected);
  });

  it.each([90, 180, 270])('is read where it was scanned turned by %i degrees', async (angle) => {
    const { picture } = await slip(block, `/Rotate ${angle}`);
    expect(textOf(await read(picture))).toBe(expected);
  });

  it.each([90, 180, 270])('that lies at %i degrees is upright for whoever reads the result', async (angle) => {
    const { picture } = await slip(block, `/Rotate ${angle}`);
    const drawing = { width: picture.width, height: picture.height, draw: () => ({ ...picture, density: 1 }) };
    const { words, turn } = await recognizePage(readPicture, drawing);
    expect([Math.round(turn), words.map(({ text }) => text).join(' ')]).toEqual([360 - angle, expected]);
    expect(words.every(({ box }) => box.width > box.height || box.width < 30)).toBe(true);
  });
});

it('each word has a tight box, and a high certainty where it is printed clearly', async () => {
  const { picture, words } = await slip(block);
  const found = await read(picture);
  expect(found.map(({ text }) => text)).toEqual(words.map(({ text }) => text));
  for (const [index, { box, certainty }] of found.entries()) {
    expect(around(box, words[index]?.box)).toBe(true);
    expect(certainty).toBeGreaterThan(0.7);
  }
});

/** Within four dots, which are two thirds of a millimetre. The em box of the native word is as wide as the tight box, and higher. */
function around(box: Box, native: Box | undefined): boolean {
  if (!native) return false;
  const [left, right] = [box.x - native.x, native.x + native.width - box.x - box.width];
  const [top, bottom] = [box.y - native.y, native.y + native.height - box.y - box.height];
  return Math.abs(left) < 4 && Math.abs(right) < 4 && top > -4 && bottom > -4 && box.height > native.height / 3;
}

it('reads nearly all amounts and dates of a generated receipt', async () => {
  const { bytes } = await generateDocument(receipt, 11);
  const { picture, words } = await draw(bytes);
  const found = new Set((await read(picture)).map(({ text }) => text));
  const figures = words.map(({ text }) => text).filter((text) => /^[\d.,/-]*\d[.,/-]\d\d(\d\d)?$/.test(text));
  expect(figures.length).toBeGreaterThan(5);
  expect(figures.filter((figure) => !found.has(figure)).length / figures.length).toBeLessThanOrEqual(0.05);
});
