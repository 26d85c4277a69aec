import { beforeAll, describe, expect, it } from 'vitest';
import type { Box } from '../../../../core/index.js';
import { openPpocr } from '../../../../plugins/recognizers/ppocr/read.js';
import type { Picture, SeenWord } from '../../../../plugins/recognizers/sight/seeing.js';
import { generateDocument } from '../../../generate/generate-documents.js';
import { layouts } from '../../../generate/layouts.js';
import { at } from '../../converters/raw-pdf.js';
import { draw, drawPage } from '../draw.js';

let see: (picture: Picture) => Promise<readonly SeenWord[]>;
beforeAll(async () => {
  see = await openPpocr();
});

const receipt = layouts.findIndex(({ name }) => name.startsWith('receipt'));
const textOf = (words: readonly SeenWord[]): string => words.map(({ text }) => text).join(' ');
const lines = ['Invoice number 2024-0317', 'Date 17.03.2024', 'Subtotal 1.234,56', 'Total 1.469,13'];
const block = lines.map((line, index) => at(30, 120 - index * 24, line)).join('');
const said = lines.join(' ');

/** A slip of paper; a whole page takes seconds. */
const slip = (content: string, entries = '') => drawPage(content, `/MediaBox [0 0 400 160] ${entries}`);

/** Operators under a matrix: turned around the middle of the slip. */
const turned = (degrees: number, content: string): string => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)].map((value) => value.toFixed(5));
  return `q 1 0 0 1 200 80 cm ${cos} ${sin} ${-Number(sin)} ${cos} 0 0 cm 1 0 0 1 -200 -80 cm\n${content}Q\n`;
};

describe('a picture of a page', () => {
  it('that is blank has no words', async () => {
    expect(await see((await slip('')).picture)).toEqual([]);
  });

  it('that is a single dot has no words', async () => {
    expect(await see({ width: 1, height: 1, dots: Uint8Array.of(0) })).toEqual([]);
  });

  it('is read row by row, each from its left to its right', async () => {
    const columns = at(270, 119, 'Page 1 of 2') + at(270, 71, 'Paid in full');
    const { picture } = await slip(block + columns);
    const [number = '', date = '', subtotal = '', total = ''] = lines;
    const seen = Object.values(Object.groupBy(await see(picture), ({ line }) => line));
    expect(seen.map((words = []) => textOf(words))).toEqual([number, 'Page 1 of 2', date, subtotal, 'Paid in full', total]);
  });

  it('is read where it is printed white on black', async () => {
    const { picture } = await slip(`0 g 10 20 370 130 re f 1 g\n${block}`);
    expect(textOf(await see(picture))).toBe(said);
  });

  it('is read where it lay askew on the glass', async () => {
    const { picture } = await slip(turned(3, block));
    expect(textOf(await see(picture))).toBe(said);
  });

  it.each([90, 180, 270])('is read where it was scanned turned by %i degrees', async (angle) => {
    const { picture } = await slip(block, `/Rotate ${angle}`);
    expect(textOf(await see(picture))).toBe(said);
  });
});

it('puts a box around the ink of each word, and is certain of what is printed clearly', async () => {
  const { picture, words } = await slip(block);
  const seen = await see(picture);
  expect(seen.map(({ text }) => text)).toEqual(words.map(({ text }) => text));
  for (const [index, { box, certainty }] of seen.entries()) {
    expect(around(box, words[index]?.box)).toBe(true);
    expect(certainty).toBeGreaterThan(0.7);
  }
});

/** Within four dots, which are two thirds of a millimetre; the em box of the native word is as wide as the ink and higher. */
function around(box: Box, native: Box | undefined): boolean {
  if (!native) return false;
  const [left, right] = [box.x - native.x, native.x + native.width - box.x - box.width];
  const [top, bottom] = [box.y - native.y, native.y + native.height - box.y - box.height];
  return Math.abs(left) < 4 && Math.abs(right) < 4 && top > -4 && bottom > -4 && box.height > native.height / 3;
}

it('reads nearly all amounts and dates of a generated receipt', async () => {
  const { bytes } = await generateDocument(receipt, 11);
  const { picture, words } = await draw(bytes);
  const seen = new Set((await see(picture)).map(({ text }) => text));
  const figures = words.map(({ text }) => text).filter((text) => /^[\d.,/-]*\d[.,/-]\d\d(\d\d)?$/.test(text));
  expect(figures.length).toBeGreaterThan(5);
  expect(figures.filter((figure) => !seen.has(figure)).length / figures.length).toBeLessThanOrEqual(0.05);
});
