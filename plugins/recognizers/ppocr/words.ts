import type { Box } from '../../../core/index.js';
import { type GreyImage, type OcrWord, quantilesOf } from '../ocr/picture.js';
import type { OcrCharacter } from './recognize-line.js';
import { boundsOf, pointOn, type TextLine } from './text-line.js';

/**
 * Splits a line into words: at the spaces that were read and, because the network misses many, at gaps clearly wider than the median of the line.
 * A word has the certainty of its least certain character, and a box as high as the foreground of its line.
 */
export function wordsOf(characters: readonly OcrCharacter[], crop: GreyImage, line: TextLine): readonly LineWord[] {
  const image = binarize(crop);
  return spansOf(characters, image).map(({ letters, from, to }) => ({
    start: from / crop.width,
    text: letters.map(({ text }) => text).join(''),
    certainty: Math.min(...letters.map(({ certainty }) => certainty)),
    box: boxOf(line, crop, { from, to, top: image.top, bottom: image.bottom }),
  }));
}

/** A word, and where it begins along its line, 0..1. */
export type LineWord = Omit<OcrWord, 'line'> & { readonly start: number };

/** Characters of a line, and the columns of the crop that they span. */
interface WordSpan {
  readonly letters: readonly OcrCharacter[];
  readonly from: number;
  readonly to: number;
}

function spansOf(characters: readonly OcrCharacter[], image: BinaryImage): readonly WordSpan[] {
  const letters = characters.filter((character) => !isSpace(character));
  const afterSpace = new Set<OcrCharacter | undefined>(
    characters.filter((_, at) => characters.slice(Math.max(at - 1, 0), at).some(isSpace)),
  );
  const gaps = letters.slice(1).map((letter, at) => gapBetween(letters[at] ?? letter, letter, image));
  const usual = median(gaps.map(({ from, to }) => to - from));
  const found: WordSpan[] = [];
  let [start, from] = [0, 0];
  for (const [at, gap] of gaps.entries()) {
    const wordGap = usual + extraGap(letters.slice(at, at + 2)) * (image.bottom - image.top);
    if (gap.to - gap.from < wordGap && !afterSpace.has(letters[at + 1])) continue;
    found.push(trimmed({ letters: letters.slice(start, at + 1), from, to: gap.from }, image));
    [start, from] = [at + 1, gap.to];
  }
  return letters.length ? [...found, trimmed({ letters: letters.slice(start), from, to: image.columns.length }, image)] : [];
}

/** The alphabet has several space characters. */
const isSpace = ({ text }: OcrCharacter): boolean => text.trim() === '';
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Thin characters have wider gaps around them in fixed-width print, such as figures and everything on a till receipt. */
const thin = /^[1Iil|!.,:;'’]$/u;

/** How much wider than a usual gap a space is, as a share of the height of the line's foreground. */
function extraGap(beside: readonly OcrCharacter[]): number {
  return 0.18 + 0.07 * beside.filter(({ text }) => thin.test(text)).length;
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The widest run of empty columns between the centres of two characters. */
function gapBetween(before: OcrCharacter, after: OcrCharacter, { columns }: BinaryImage): Gap {
  const [first, last] = [Math.floor(before.at * columns.length), Math.ceil(after.at * columns.length)];
  const half = Math.floor((first + last) / 2);
  let widest: Gap = { from: half, to: half };
  let from = first;
  for (let column = first; column <= last; column += 1) {
    if (column < last && !columns[column]) continue;
    if (column - from > widest.to - widest.from) widest = { from, to: column };
    from = column + 1;
  }
  return widest;
}

/** Removes the empty columns at both ends. */
function trimmed({ letters, from, to }: WordSpan, { columns }: BinaryImage): WordSpan {
  const own = columns.subarray(from, to);
  const [first, last] = [own.indexOf(1), own.lastIndexOf(1)];
  return first < 0 ? { letters, from, to } : { letters, from: from + first, to: from + last + 1 };
}

/** The upright box around a part of the crop, in the coordinates of the picture. */
function boxOf(line: TextLine, crop: GreyImage, part: Gap & { readonly top: number; readonly bottom: number }): Box {
  const corners = [part.from, part.to].flatMap((along) =>
    [part.top, part.bottom].map((across) => pointOn(line, (along / crop.width) * line.length, (across / crop.height) * line.thickness)),
  );
  return boundsOf(corners);
}

/** Where the crop of a line has foreground dots, which are those of characters. */
interface BinaryImage {
  /** 1 where a column has foreground dots. */
  readonly columns: Uint8Array;
  /** The first row with foreground dots, and the row after the last one. */
  readonly top: number;
  readonly bottom: number;
}

/** A row with a larger share of foreground is a printed rule rather than a row of letters. */
const maxRowShare = 0.8;

/** Separates characters from their background, dark or light. */
export function binarize({ width, height, dots }: GreyImage): BinaryImage {
  const isForeground = foregroundTest(dots);
  const columns = new Uint8Array(width);
  const rows: number[] = [];
  for (let row = 0; row < height; row += 1) {
    const line = dots.subarray(row * width, (row + 1) * width).map(isForeground);
    const count = line.reduce((sum, dot) => sum + dot, 0);
    if (count === 0 || count > maxRowShare * width) continue;
    rows.push(row);
    for (let column = 0; column < width; column += 1) columns[column] ||= line[column] ?? 0;
  }
  return { columns, top: rows[0] ?? 0, bottom: (rows.at(-1) ?? height - 1) + 1 };
}

/** The background is the extreme nearer to the median; foreground differs from it by more than a third of the contrast. */
function foregroundTest(dots: Uint8Array): (dot: number) => 0 | 1 {
  const share = quantilesOf(dots);
  const [darkest, middle, lightest] = [share(0.02), share(0.5), share(0.98)];
  const third = (lightest - darkest) / 3;
  return lightest - middle <= middle - darkest ? (dot) => (dot < lightest - third ? 1 : 0) : (dot) => (dot > darkest + third ? 1 : 0);
}
