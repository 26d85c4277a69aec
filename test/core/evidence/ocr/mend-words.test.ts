import { describe, expect, it } from 'vitest';
import { mendWords } from '../../../../core/evidence/ocr/mend-words.js';
import type { OcrLine, OcrStep, Page } from '../../../../core/index.js';
import { pageOf } from '../../builders.js';
import { seenLine } from './seen-line.js';

/** A page on which OCR read this text, row by row, and the lines as it saw them. */
function pictureOf(read: string, lines: readonly OcrLine[], certainty = 0.95): Page {
  const page = pageOf(read);
  return { ...page, words: page.words.map((word) => ({ ...word, ocr: true, certainty })), lines };
}

const nothing: OcrStep = { likely: { '': 0 } };
/** A step that rather shows nothing, but may show a digit. */
const faintly = (digit: string): OcrStep => ({ likely: { '': -0.5, [digit]: -0.9 } });

/** The page once these texts were looked for, one after the other. */
const mended = (page: Page, texts: readonly string[]): Page => texts.reduce(mendWords, page);

const rowsOf = ({ words }: Page): readonly string[] =>
  [...Map.groupBy(words, ({ box }) => box.y)].sort(([a], [b]) => a - b).map(([, row]) => row.map(({ text }) => text).join(' '));

describe('what a reader claims and the picture shows', () => {
  it('takes the place of what OCR misread, and says what that was', () => {
    const page = mended(pictureOf('Tctal 12B.45', [seenLine('Tctal 12B{8:-0.2}.45')]), ['128.45']);
    expect(rowsOf(page)).toEqual(['Tctal 128.45']);
    expect(page.words.at(-1)).toMatchObject({ ocr: true, certainty: 0.9, otherwise: '12B.45' });
  });

  it('stands with its label where the quote is shown', () => {
    const lines = [seenLine('Tc{o:-0.2}tal 12B{8:-0.2}.45')];
    expect(rowsOf(mended(pictureOf('Tctal 12B.45', lines), ['Total 128.45', '128.45']))).toEqual(['Total 128.45']);
  });

  it('is put where OCR lost it, in the row that it stands in', () => {
    expect(rowsOf(mended(pictureOf('Total\nThanks', [seenLine('Total 128.45')]), ['128.45']))).toEqual(['Total 128.45', 'Thanks']);
  });

  it('is still doubted where something faint stands at what OCR has read like it', () => {
    const page = pictureOf('250.00', [seenLine('250.00')], 0.7);
    const doubted = { ...page, words: page.words.map((word) => ({ ...word, incomplete: true as const })) };
    expect(mended(doubted, ['250.00']).words).toMatchObject([{ certainty: 0.9, incomplete: true }]);
  });

  it('stands in each place that shows it', () => {
    const lines = [seenLine('Bread'), seenLine('Bread', { y: 52 })];
    expect(rowsOf(mended(pictureOf('Braad\nBroad', lines), ['Bread']))).toEqual(['Bread', 'Bread']);
  });

  it('leaves the rows above and below, into which the boxes of lines reach', () => {
    const line = seenLine('128.45', { y: 37, height: 40 });
    expect(rowsOf(mended(pictureOf('100.00\n12B.45\n99.00', [line]), ['128.45']))).toEqual(['100.00', '128.45', '99.00']);
  });
});

describe('the words stay as they are', () => {
  it('where the picture shows another number', () => {
    const page = pictureOf('Total 128.45', [seenLine('Total 128.45')]);
    expect(mended(page, ['123.45', '720.45'])).toBe(page);
  });

  it.each([
    ['before it', (line: OcrLine): OcrLine => ({ ...line, steps: [faintly('1'), nothing, ...line.steps] })],
    ['behind it', (line: OcrLine): OcrLine => ({ ...line, steps: [...line.steps, faintly('0')] })],
    ['within it', (line: OcrLine): OcrLine => ({ ...line, steps: line.steps.toSpliced(2, 0, faintly('1'), nothing) })],
  ])('where a faint digit more may stand %s', (_, withDigit) => {
    const page = pictureOf('Total 1250.00', [withDigit(seenLine('250.00'))]);
    expect(mended(page, ['250.00'])).toBe(page);
  });

  it('where the text could be anywhere', () => {
    const page = pictureOf('7 x 4', [seenLine('1 x 4')]);
    expect(mended(page, ['1'])).toBe(page);
  });

  it('where a word says more than the text', () => {
    const page = pictureOf('No:128.45/2024', [seenLine('No: 128.45')]);
    expect(mended(page, ['128.45'])).toBe(page);
  });

  it('where the document has text of its own, or OCR read it surely', () => {
    const own = { ...pageOf('Tctal'), lines: [seenLine('Total')] };
    expect(mended(own, ['Total'])).toBe(own);
    const sure = pictureOf('Total 128.45', [seenLine('Total 128.45')]);
    expect(mended(sure, ['Total', '128.45'])).toBe(sure);
  });
});
