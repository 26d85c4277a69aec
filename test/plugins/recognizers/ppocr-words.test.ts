import { registerHooks } from 'node:module';
import { expect, it, onTestFinished } from 'vitest';
import { leastLikely } from '../../../core/index.js';
import type { GreyImage } from '../../../plugins/recognizers/ocr/picture.js';
import { alphabetFrom, loadModels } from '../../../plugins/recognizers/ppocr/models.js';
import { decode, type OcrCharacter, stepsOf } from '../../../plugins/recognizers/ppocr/recognize-line.js';
import { binarize, wordsOf } from '../../../plugins/recognizers/ppocr/words.js';

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

/** '#' is black, '.' white. */
const picture = (...rows: readonly string[]): GreyImage => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  dots: Uint8Array.from(rows.join(''), (dot) => (dot === '#' ? 0 : 255)),
});
const negative = ({ dots, ...size }: GreyImage): GreyImage => ({ ...size, dots: dots.map((dot) => 255 - dot) });

const letters = picture('........', '.##...#.', '.##...#.', '........');

it('the foreground is what is darker than a light background', () => {
  expect(binarize(letters)).toEqual({ columns: Uint8Array.of(0, 1, 1, 0, 0, 0, 1, 0), top: 1, bottom: 3 });
});

it('the foreground is what is lighter than a dark background', () => {
  expect(binarize(negative(letters))).toEqual(binarize(letters));
});

it('a rule across the line is not foreground', () => {
  expect(binarize(picture('........', '.##...#.', '........', '########', '........'))).toMatchObject({ top: 1, bottom: 2 });
});

it('a blank line has no foreground, and the height of all its rows', () => {
  expect(binarize(picture('....', '....'))).toEqual({ columns: new Uint8Array(4), top: 0, bottom: 2 });
});

const alphabet = ['', '1', '2', ' '];
/** An output with one class and its certainty per step. */
const output = (...steps: readonly (readonly [one: number, certainty: number])[]) => ({
  values: Float32Array.from(steps.flatMap(([one, certainty]) => alphabet.map((_, at) => (at === one ? certainty : 0)))),
  shape: [1, steps.length, alphabet.length],
});
const nothing = [0, 1] as const;

it('a run of one class is one character with its highest certainty, in the centre of its steps', () => {
  expect(decode(output(nothing, [1, 0.5], [1, 0.75], nothing), alphabet)).toEqual([{ text: '1', certainty: 0.75, at: 0.5 }]);
});

it('the same class after class 0 is a second character', () => {
  expect(decode(output([1, 1], nothing, [1, 1], [2, 1]), alphabet).map(({ text }) => text)).toEqual(['1', '1', '2']);
});

it('no steps give no characters', () => {
  expect(decode({ values: new Float32Array(0), shape: [1, 0, 4] }, alphabet)).toEqual([]);
});

it('refuses the alphabet of another network', () => {
  expect(() => decode(output(nothing), ['', ...alphabet])).toThrow('The network knows 4 characters, its alphabet has 5');
});

const classes = ['', '1', '2', '3', '4', '5', '6', '1', ' '];
/** An certain with these certainties of the classes at each step. */
const certain = (...steps: readonly (readonly number[])[]) => ({
  values: Float32Array.from(steps.flatMap((certainties) => classes.map((_, at) => certainties[at] ?? 0))),
  shape: [1, steps.length, classes.length],
});

it('each step lists its characters with the logarithms of their probabilities, in tenths', () => {
  expect(stepsOf(certain([0.5, 0.5], [1]), classes, [])).toEqual([{ likely: { '': -0.7, '1': -0.7 } }, { likely: { '': 0 } }]);
});

it('two classes of one character are one, and a space is no character', () => {
  expect(stepsOf(certain([0.25, 0.25, 0, 0, 0, 0, 0, 0.25, 0.25]), classes, [])).toEqual([{ likely: { '': -0.7, '1': -0.7 } }]);
});

it('leaves out what is less likely than the least, and what is no longer among the six likeliest', () => {
  expect(Object.keys(stepsOf(certain([0, 1, Math.exp(leastLikely - 1)]), classes, [])[0]?.likely ?? {})).toEqual(['1']);
  expect(Object.keys(stepsOf(certain([0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.05]), classes, [])[0]?.likely ?? {})).toHaveLength(6);
});

it('marks the steps at which words begin', () => {
  expect(stepsOf(certain([1], [0, 1], [1], [0, 1]), classes, [0.25, 0.75]).map(({ gap }) => gap)).toEqual([
    undefined,
    true,
    undefined,
    true,
  ]);
});

it('names the packages to install where they are missing', async () => {
  const missing = registerHooks({
    resolve(specifier, context, next) {
      if (specifier.includes('onnxruntime')) throw new Error(`Cannot find package '${specifier}'`);
      return next(specifier, context);
    },
  });
  onTestFinished(() => missing.deregister());
  await expect(loadModels()).rejects.toThrow(/^The OCR engine "ppocr" needs the packages onnxruntime-common and @gutenye\/ocr-models/);
});

it('the alphabet begins with no character and ends with a space', () => {
  expect(alphabetFrom('a\n疗\r\nb\n')).toEqual(['', 'a', '疗', 'b', ' ']);
});

it('the alphabet has narrow forms of fullwidth characters, and others as they are', () => {
  expect(alphabetFrom('２\n（\n￥\n²')).toEqual(['', '2', '(', '¥', '²', ' ']);
});
