import type { Box, OcrLine, OcrResult, Word } from '../../../core/index.js';
import type { PageBitmap } from '../../pdfium/render-grey.js';
import { levelled, skewOf } from './level.js';
import type { OcrWord } from './picture.js';
import { rotationOf, straightened } from './rotation.js';

/** One pass over a page: the picture, and the words that were read from it. */
export interface RecognizedPage {
  readonly words: readonly OcrWord[];
  /** Their boxes are in dots of the picture, too. */
  readonly lines?: readonly OcrLine[];
  readonly picture: PageBitmap;
  /** The clockwise rotation in quarter turns, before the picture was straightened by `skew` radians. */
  readonly quarters: number;
  readonly skew: number;
}

/** A smaller rotation, in degrees, counts as none. */
const minTurn = 0.05;

/** The result in points of the upright page. The remaining skew is taken out of the boxes. */
export function ocrResultOf({ words, lines, picture, quarters, skew }: RecognizedPage): OcrResult {
  const rest = skewOf(words);
  const level = levelled(words.map((word) => ({ ...word, box: straightened(word.box, picture, rest) })));
  const turn = rotationOf(quarters, skew + rest);
  const inPoints = (box: Box): Box => scaled(straightened(box, picture, rest), 1 / picture.density);
  return {
    words: level.map((word) => wordOf(word, picture.density)),
    turn: Math.abs(turn) < minTurn ? 0 : turn,
    ...(lines && { lines: lines.map(({ box, steps }) => ({ box: inPoints(box), steps })) }),
  };
}

const wordOf = ({ text, box, certainty }: OcrWord, density: number): Word => ({
  text,
  box: scaled(box, 1 / density),
  ocr: true,
  certainty,
});

const scaled = ({ x, y, width, height }: Box, times: number): Box => ({
  x: x * times,
  y: y * times,
  width: width * times,
  height: height * times,
});
