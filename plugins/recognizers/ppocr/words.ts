import type { Box } from '../../../core/index.js';
import type { GreyImage, OcrWord } from '../ocr/picture.js';
import { type BinaryImage, binarize } from './binarize.js';
import type { Character } from './decode.js';
import { pointOn, type TextLine } from './text-line.js';

/**
 * Cuts a line into words: at the spaces that were read, and, for the network swallows many of them, wherever the paper between two characters
 * is clearly wider than it mostly is in this line. A word is as sure as its least sure character; its box is as high as the ink of its line.
 */
export function wordsOf(characters: readonly Character[], ribbon: GreyImage, strip: TextLine): readonly Omit<OcrWord, 'line'>[] {
  const ink = binarize(ribbon);
  return pieces(characters, ink).map(({ letters, from, to }) => ({
    text: letters.map(({ text }) => text).join(''),
    certainty: Math.min(...letters.map(({ certainty }) => certainty)),
    box: boxOf(strip, ribbon, { from, to, top: ink.top, bottom: ink.bottom }),
  }));
}

/** Some characters of a line, and from which to which column of the ribbon they stand. */
interface Piece {
  readonly letters: readonly Character[];
  readonly from: number;
  readonly to: number;
}

function pieces(characters: readonly Character[], ink: BinaryImage): readonly Piece[] {
  const letters = characters.filter((character) => !isSpace(character));
  const afterSpace = new Set<Character | undefined>(characters.filter((_, at) => characters.slice(Math.max(at - 1, 0), at).some(isSpace)));
  const gaps = letters.slice(1).map((letter, at) => gapBetween(letters[at] ?? letter, letter, ink));
  const usual = middle(gaps.map(({ from, to }) => to - from));
  const found: Piece[] = [];
  let [start, from] = [0, 0];
  for (const [at, gap] of gaps.entries()) {
    const enough = usual + allowance(letters.slice(at, at + 2)) * (ink.bottom - ink.top);
    if (gap.to - gap.from < enough && !afterSpace.has(letters[at + 1])) continue;
    found.push(trimmed({ letters: letters.slice(start, at + 1), from, to: gap.from }, ink));
    [start, from] = [at + 1, gap.to];
  }
  return letters.length ? [...found, trimmed({ letters: letters.slice(start), from, to: ink.columns.length }, ink)] : [];
}

/** The alphabet has more than one. */
const isSpace = ({ text }: Character): boolean => text.trim() === '';
const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Thin characters keep more paper about them where all are given the same room: figures, and everything a till prints. */
const thin = /^[1Iil|!.,:;'’]$/u;

/** What a space has beyond a usual gap, in heights of the line's ink. */
function allowance(beside: readonly Character[]): number {
  return 0.18 + 0.07 * beside.filter(({ text }) => thin.test(text)).length;
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The widest run of columns without ink between the middles of two characters. */
function gapBetween(before: Character, after: Character, { columns }: BinaryImage): Gap {
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

/** Without the paper at its ends. */
function trimmed({ letters, from, to }: Piece, { columns }: BinaryImage): Piece {
  const ink = columns.subarray(from, to);
  const [first, last] = [ink.indexOf(1), ink.lastIndexOf(1)];
  return first < 0 ? { letters, from, to } : { letters, from: from + first, to: from + last + 1 };
}

/** The upright box around a part of the ribbon, in the picture that it was cut from. */
function boxOf(strip: TextLine, ribbon: GreyImage, part: Gap & { readonly top: number; readonly bottom: number }): Box {
  const corners = [part.from, part.to].flatMap((along) =>
    [part.top, part.bottom].map((across) =>
      pointOn(strip, (along / ribbon.width) * strip.length, (across / ribbon.height) * strip.thickness),
    ),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
