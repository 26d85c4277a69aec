import type { OcrResult } from '../../../core/index.js';
import { drawingDensity } from '../ocr/drawing-density.js';
import { ocrResultOf } from '../ocr/ocr-result.js';
import type { PageDrawing } from '../ocr/page-drawing.js';
import type { PageRequest } from '../ocr/page-request.js';
import type { GreyImage, OcrWord } from '../ocr/picture.js';
import { quartersOf, skewIn } from '../ocr/rotation.js';
import { straighten } from '../ocr/straighten.js';

/** Finer than this finds no more: the networks look at lines of 48 dots, and at a page of a million. */
const most = { dpi: 150, letters: 18 };

/** Reads a page as it lies, or as an earlier look has found that it has to be turned. */
export async function recognizePage(
  read: (picture: GreyImage) => Promise<readonly OcrWord[]>,
  paper: PageDrawing,
  { turn = 0 }: PageRequest,
): Promise<OcrResult> {
  const drawn = paper.draw(Math.min(drawingDensity(paper)(most.letters), most.dpi), quartersOf(turn));
  const skew = skewIn(turn);
  const picture = skew === 0 ? drawn : straighten(drawn, skew);
  return ocrResultOf({ words: await read(picture), picture, quarters: quartersOf(turn), skew });
}
