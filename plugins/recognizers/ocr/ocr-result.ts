import type { OcrResult, Word } from '../../../core/index.js';
import type { PageBitmap } from '../../pdfium/render-grey.js';
import { levelled, skewOf } from './level.js';
import type { OcrWord } from './picture.js';
import { rotationOf } from './rotation.js';
import { straightened } from './straighten.js';

/** One way to look at a page, and what was seen. */
export interface RecognizedPage {
  readonly words: readonly OcrWord[];
  readonly picture: PageBitmap;
  /** Clockwise, before it was straightened by `skew` radians. */
  readonly quarters: number;
  readonly skew: number;
}

/** Less than this, in degrees, is level. */
const level = 0.05;

/** What was seen, in points of the page as it lies once it is turned: what is left of its skew is taken out of the boxes. */
export function ocrResultOf({ words, picture, quarters, skew }: RecognizedPage): OcrResult {
  const rest = skewOf(words);
  const put = levelled(words.map((word) => ({ ...word, box: straightened(word.box, picture, rest) })));
  const turn = rotationOf(quarters, skew + rest);
  return { words: put.map((word) => printed(word, picture.density)), turn: Math.abs(turn) < level ? 0 : turn };
}

const printed = ({ text, box, certainty }: OcrWord, density: number): Word => ({
  text,
  box: { x: box.x / density, y: box.y / density, width: box.width / density, height: box.height / density },
  ocr: true,
  certainty,
});
