import { describe, expect, it } from 'vitest';
import type { PageBitmap } from '../../../plugins/pdfium/render-grey.js';
import { ocrLimits } from '../../../plugins/recognizers/ocr/ocr-limits.js';
import { linesRun } from '../../../plugins/recognizers/ocr/orientation.js';
import { dpiForLetters, overviewOf, type PageDrawing, textHeight } from '../../../plugins/recognizers/ocr/page-drawing.js';
import { turnedBy } from '../../../plugins/recognizers/ocr/picture.js';
import { checkedResult } from '../../../plugins/recognizers/ocr/recognizer.js';
import { InvalidReply } from '../../../plugins/sandbox/sent.js';
import { draw } from './draw.js';
import { slip } from './slip.js';

const box = { x: 10, y: 20, width: 30, height: 8 };
const word = { text: 'Total', box, ocr: true, certainty: 0.9 };
const line = { box, steps: [{ likely: { T: -0.1, '': -3 } }, { likely: { o: 0 }, gap: true }] };
const result = { words: [word], turn: 90.5, language: 'eng', lines: [line] };

const many = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item);
const withStep = (step: unknown) => ({ ...result, lines: [{ box, steps: [step] }] });
const withBox = (more: object) => ({ ...result, words: [{ ...word, box: { ...box, ...more } }] });
const withWord = (more: object) => ({ ...result, words: [{ ...word, ...more }] });

describe('what the child of an OCR engine sends', () => {
  it('is taken as it is if it is an OCR result', () => {
    expect(checkedResult(result)).toEqual(result);
    expect(checkedResult({ words: [], turn: 0 })).toEqual({ words: [], turn: 0 });
  });

  it('says where something faint stands', () => {
    expect(checkedResult(withWord({ incomplete: true })).words[0]).toEqual({ ...word, incomplete: true });
    expect(checkedResult(withWord({ incomplete: 'yes' })).words[0]).toEqual(word);
  });

  it('loses what does not belong to an OCR result', () => {
    const more = { ...result, unread: 'x', words: [{ ...word, otherwise: 'x'.repeat(1_000), ocr: false }] };
    expect(checkedResult(more)).toEqual(result);
  });

  it('is brought into its range where it is just outside', () => {
    const [odd] = checkedResult(withWord({ certainty: 1.000_001, box: { ...box, width: -1 } })).words;
    expect([odd?.certainty, odd?.box.width]).toEqual([1, 0]);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'words'],
    ['a list', [result]],
    ['words that are none', { ...result, words: 'Total' }],
    ['a word that is null', { ...result, words: [null] }],
    ['a hole among the words', { ...result, words: new Array(3) }],
    ['a list that only claims its length', { ...result, words: new Array(1e9) }],
    ['a word whose text is a number', withWord({ text: 5 })],
    ['a word of megabytes', withWord({ text: 'x'.repeat(5_000_000) })],
    ['a certainty that is no number', withWord({ certainty: Number.NaN })],
    ['too many words', { ...result, words: many(ocrLimits.words + 1, word) }],
    ['too many characters', { ...result, words: many(3, { ...word, text: 'x'.repeat(50_000) }) }],
    ['a word without a box', withWord({ box: undefined })],
    ['a box at no place', withBox({ x: Number.NaN })],
    ['a box far off', withBox({ y: -1e9 })],
    ['a box without end', withBox({ width: Number.POSITIVE_INFINITY })],
    ['a turn that is no number', { ...result, turn: '90' }],
    ['a turn without end', { ...result, turn: Number.POSITIVE_INFINITY }],
    ['a language that is a path', { ...result, language: '../' }],
    ['lines that are none', { ...result, lines: { length: 3 } }],
    ['a line without steps', { ...result, lines: [{ box }] }],
    ['a line that is too long', { ...result, lines: [{ box, steps: many(ocrLimits.stepsOfLine + 1, line.steps[0]) }] }],
    ['too many steps', { ...result, lines: many(41, { box, steps: many(500, line.steps[0]) }) }],
    ['too many lines', { ...result, lines: many(ocrLimits.lines + 1, { box, steps: [] }) }],
    ['a step that lists nothing', withStep({})],
    ['a step that lists too much', withStep({ likely: Object.fromEntries([...'abcdefg'].map((character) => [character, -1])) })],
    ['a step whose character is a name', withStep({ likely: JSON.parse('{"__proto__": -1}') })],
    ['a step whose character has megabytes', withStep({ likely: { ['é'.repeat(1_000_000)]: -1 } })],
    ['a likelihood that is no number', withStep({ likely: { a: Number.NaN } })],
    ['a likelihood without end', withStep({ likely: { a: Number.NEGATIVE_INFINITY } })],
    ['a likelihood that is a text', withStep({ likely: { a: '-1' } })],
  ])('is refused if it is %s', (_name, sent) => {
    expect(() => checkedResult(sent)).toThrow(InvalidReply);
  });

  it('has no likelihood above that of certainty', () => {
    expect(checkedResult(withStep({ likely: { a: 50 } })).lines?.[0]?.steps).toEqual([{ likely: { a: 0 } }]);
  });
});

describe('a picture of print', () => {
  it.each([75, 150, 300])('at %i dpi gives the height of its letters: half an em of 12 points', async (dpi) => {
    const { picture } = await draw(slip(), dpi);
    expect((textHeight(picture) ?? 0) / (dpi / 72)).toBeGreaterThan(5);
    expect((textHeight(picture) ?? 0) / (dpi / 72)).toBeLessThan(10);
  });

  it('without print gives no height of letters', async () => {
    expect(textHeight((await draw(slip([]))).picture)).toBeUndefined();
  });

  it('gives the direction of its lines', async () => {
    const page = Array.from({ length: 8 }, (_, index) => `Line ${index} of several that are printed one under another`);
    const runs = async (rotate: number) => {
      const { picture } = await draw(slip(page, { rotate }), 100);
      return linesRun({ picture, letters: textHeight(picture) });
    };
    expect([await runs(0), await runs(90), await runs(180), await runs(270)]).toEqual(['across', 'down', 'across', 'down']);
  });
});

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

/** Two rows of three dots. */
const turnable: PageBitmap = { width: 3, height: 2, density: 1, dots: Uint8Array.of(1, 2, 3, 4, 5, 6) };
const rowsOf = ({ width, dots }: PageBitmap) =>
  Array.from({ length: dots.length / width }, (_, row) => [...dots.slice(row * width, (row + 1) * width)]);

it('a picture that is turned by a quarter has its left column as its first row, from the bottom', () => {
  expect(rowsOf(turnedBy(1, turnable))).toEqual([
    [4, 1],
    [5, 2],
    [6, 3],
  ]);
});

it('two quarters turn it upside down, four change nothing', () => {
  expect(rowsOf(turnedBy(2, turnable))).toEqual([
    [6, 5, 4],
    [3, 2, 1],
  ]);
  expect(turnedBy(4, turnable)).toBe(turnable);
});
