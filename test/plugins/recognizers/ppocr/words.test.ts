import { expect, it } from 'vitest';
import type { GreyImage } from '../../../../plugins/recognizers/ocr/picture.js';
import type { Character } from '../../../../plugins/recognizers/ppocr/decode.js';
import { wordsOf } from '../../../../plugins/recognizers/ppocr/words.js';

const height = 48;
/** Bars of ink, 30 dots high, at these columns on white paper, and the characters that were read there. */
function line(bars: readonly (readonly [text: string, from: number, to: number])[], width = 400) {
  const dots = new Uint8Array(width * height).fill(255);
  for (const [text, from, to] of bars)
    for (let row = 10; row < 40 && text.trim(); row += 1) dots.fill(0, row * width + from, row * width + to);
  const characters = bars.map(([text, from, to]): Character => ({ text, certainty: 0.9, at: (from + to) / 2 / width }));
  return { characters, ribbon: { width, height, dots } satisfies GreyImage };
}
const strip = { x: 200, y: 24, length: 400, thickness: 48, angle: 0 };
const wordsIn = (...given: Parameters<typeof line>) => {
  const { characters, ribbon } = line(...given);
  return wordsOf(characters, ribbon, strip);
};

it('are cut where the paper is wider than between letters, for the network swallows spaces', () => {
  const words = wordsIn([
    ['a', 10, 26],
    ['b', 29, 45],
    ['c', 60, 76],
    ['d', 79, 95],
  ]);
  expect(words.map(({ text }) => text)).toEqual(['ab', 'cd']);
  expect(words.map(({ box }) => box)).toEqual([
    { x: 10, y: 10, width: 35, height: 30 },
    { x: 60, y: 10, width: 35, height: 30 },
  ]);
});

it.each([' ', '\u3000'])('are cut at a space that was read, however narrow, and do not hold it: "%s"', (space) => {
  expect(
    wordsIn([
      ['a', 10, 26],
      [space, 26, 30],
      ['b', 30, 46],
    ]).map(({ text }) => text),
  ).toEqual(['a', 'b']);
});

it('are not cut beside a thin character, which has more paper about it', () => {
  expect(
    wordsIn([
      ['4', 10, 26],
      ['1', 34, 38],
      ['1', 46, 50],
      ['7', 57, 73],
      ['8', 76, 92],
      ['9', 95, 111],
      ['6', 114, 130],
    ]).map(({ text }) => text),
  ).toEqual(['4117896']);
});

it('are as sure as their least sure character', () => {
  const { characters, ribbon } = line([
    ['a', 10, 26],
    ['b', 29, 45],
  ]);
  const [first, second] = characters;
  if (!first || !second) throw new Error('two characters were drawn');
  expect(wordsOf([first, { ...second, certainty: 0.4 }], ribbon, strip)).toMatchObject([{ text: 'ab', certainty: 0.4 }]);
});

it('have boxes that turn with their strip', () => {
  const { characters, ribbon } = line([['a', 0, 40]]);
  const [word] = wordsOf(characters, ribbon, { x: 100, y: 300, length: 400, thickness: 48, angle: -Math.PI / 2 });
  expect(word?.box.x).toBeCloseTo(86);
  expect(word?.box.y).toBeCloseTo(460);
  expect(word?.box.width).toBeCloseTo(30);
  expect(word?.box.height).toBeCloseTo(40);
});

it('are none where nothing was read', () => {
  expect(wordsOf([], line([]).ribbon, strip)).toEqual([]);
});
