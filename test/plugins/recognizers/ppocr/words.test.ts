import { expect, it } from 'vitest';
import type { GreyImage } from '../../../../plugins/recognizers/ocr/picture.js';
import type { OcrCharacter } from '../../../../plugins/recognizers/ppocr/recognize-line.js';
import { wordsOf } from '../../../../plugins/recognizers/ppocr/words.js';

const height = 48;
/** Black bars, 30 dots high, at these columns of a white crop, and the characters that were read there. */
function line(bars: readonly (readonly [text: string, from: number, to: number])[], width = 400) {
  const dots = new Uint8Array(width * height).fill(255);
  for (const [text, from, to] of bars)
    for (let row = 10; row < 40 && text.trim(); row += 1) dots.fill(0, row * width + from, row * width + to);
  const characters = bars.map(([text, from, to]): OcrCharacter => ({ text, certainty: 0.9, at: (from + to) / 2 / width }));
  return { characters, crop: { width, height, dots } satisfies GreyImage };
}
const textLine = { x: 200, y: 24, length: 400, thickness: 48, angle: 0 };
const wordsIn = (...given: Parameters<typeof line>) => {
  const { characters, crop } = line(...given);
  return wordsOf(characters, crop, textLine);
};

it('words end at gaps wider than those between letters, because the network misses spaces', () => {
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

it.each([' ', '\u3000'])('words end at a space that was read, however narrow, and do not contain it: "%s"', (space) => {
  expect(
    wordsIn([
      ['a', 10, 26],
      [space, 26, 30],
      ['b', 30, 46],
    ]).map(({ text }) => text),
  ).toEqual(['a', 'b']);
});

it('words do not end beside a thin character, which has wider gaps around it', () => {
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

it('words have the certainty of their least certain character', () => {
  const { characters, crop } = line([
    ['a', 10, 26],
    ['b', 29, 45],
  ]);
  const [first, second] = characters;
  if (!first || !second) throw new Error('two characters were drawn');
  expect(wordsOf([first, { ...second, certainty: 0.4 }], crop, textLine)).toMatchObject([{ text: 'ab', certainty: 0.4 }]);
});

it('the boxes of words rotate with their line', () => {
  const { characters, crop } = line([['a', 0, 40]]);
  const [word] = wordsOf(characters, crop, { x: 100, y: 300, length: 400, thickness: 48, angle: -Math.PI / 2 });
  expect(word?.box.x).toBeCloseTo(86);
  expect(word?.box.y).toBeCloseTo(460);
  expect(word?.box.width).toBeCloseTo(30);
  expect(word?.box.height).toBeCloseTo(40);
});

it('no characters give no words', () => {
  expect(wordsOf([], line([]).crop, textLine)).toEqual([]);
});
