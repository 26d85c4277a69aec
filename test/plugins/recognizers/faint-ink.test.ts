import { describe, expect, it } from 'vitest';
import { hasFaintInk } from '../../../plugins/recognizers/ocr/faint-ink.js';
import { at } from '../converters/raw-pdf.js';
import { drawPage } from './draw.js';

/** A line of black text with a part in another grey. */
const printed = (before: string, pale: string, after: string, grey: number, size: number): string =>
  `BT /F1 ${size} Tf 1 0 0 1 60 700 Tm 0 g (${before}) Tj ${grey} g (${pale}) Tj 0 g (${after}) Tj ET\n`;

/** Whether something faint stands at the number on a page, where an engine has read this number and nothing paler. */
async function isDoubted(content: string, number: string, { alike = (dot: number): number => dot } = {}): Promise<boolean> {
  const { picture, words } = await drawPage(content);
  const read = words.map(({ text, box }, line) => ({ text, box: tight(box), certainty: 1, line }));
  const word = read.find(({ text }) => text === number);
  if (!word) throw new Error(`${number} is not on the page`);
  return hasFaintInk(word, read, { ...picture, dots: picture.dots.map(alike) });
}

/** The box of the ink, as engines give it; those of a document's own text are as high as the line. */
const tight = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x,
  y: y + 0.2 * height,
  width,
  height: 0.62 * height,
});

describe('something faint stands at a number', () => {
  it.each([8, 10, 12].flatMap((size) => [0.7, 0.8, 0.85, 0.9].map((grey) => [size, grey] as const)))(
    'where a digit of it is faint: %i point type, grey %d',
    async (size, grey) => {
      expect(await isDoubted(printed('Total ', '1', ' 250.00', grey, size), '250.00')).toBe(true);
      expect(await isDoubted(printed('Total ', '1,', ' 250.00', grey, size), '250.00')).toBe(true);
      expect(await isDoubted(printed('Amount 612.4', ' 5', '', grey, size), '612.4')).toBe(true);
    },
  );

  it('where it stands within it', async () => {
    expect(await isDoubted(printed('Total 35', '7', '0.00', 0.85, 10), '3570.00')).toBe(true);
  });

  it('where the paper is grey, uneven and grainy, or the print is light on dark', async () => {
    let seed = 1;
    const grain = (): number => {
      seed = (seed * 16_807) % 2_147_483_647;
      return (seed % 7) - 3;
    };
    const [content, number] = [printed('Total ', '1', ' 250.00', 0.75, 10), '250.00'] as const;
    expect(await isDoubted(content, number, { alike: (dot) => Math.round(dot * 0.85) + grain() + 4 })).toBe(true);
    expect(await isDoubted(content, number, { alike: (dot) => 255 - dot })).toBe(true);
  });
});

describe('nothing faint stands at a number', () => {
  it.each([
    ['where nothing does', printed('Total ', '', '1,250.00', 0, 10), '1,250.00'],
    ['where a pale currency stands, or a pale label', printed('Total ', 'EUR ', '250.00', 0.7, 10), '250.00'],
    ['where another number stands in the next column', printed('2', '   19 % ', '   250.00', 0.7, 10), '250.00'],
    ['where a pale rule runs between two columns', `0.8 G 1 w 84 650 m 84 750 l S ${printed('Total ', '', '250.00', 0, 10)}`, '250.00'],
    ['where a pale line runs under it', `0.8 G 1 w 60 697 m 200 697 l S ${printed('Total ', '', '250.00', 0, 10)}`, '250.00'],
    ['where a pale box lies under it', `0.9 g 80 695 60 14 re f ${printed('Total ', '', '250.00', 0, 10)}`, '250.00'],
    ['where all of it is pale', `0.8 g ${at(60, 700, 'Total 1 250.00', 10)}`, '250.00'],
  ])('%s', async (_, content, number) => {
    expect(await isDoubted(content, number)).toBe(false);
  });

  it('where its own strokes are blurred', async () => {
    const { picture, words } = await drawPage(printed('Total ', '', '1111.11', 0, 9), '');
    const blurred = { ...picture, dots: picture.dots.map((_, at) => meanAround(picture, at)) };
    const read = words.map(({ text, box }, line) => ({ text, box: tight(box), certainty: 1, line }));
    expect(read.filter((word) => hasFaintInk(word, read, blurred))).toEqual([]);
  });
});

function meanAround({ dots, width }: { dots: Uint8Array; width: number }, at: number): number {
  const around = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((across) => dots[at + down * width + across] ?? 255));
  return around.reduce((sum, dot) => sum + dot, 0) / around.length;
}
