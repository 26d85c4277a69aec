import type { Sighting } from '../../../core/index.js';
import { finenessOf } from '../ocr/drawing-density.js';
import { sightingOf } from '../ocr/ocr-result.js';
import type { Paper } from '../ocr/page-drawing.js';
import type { Wanted } from '../ocr/page-request.js';
import type { Picture, SeenWord } from '../ocr/picture.js';
import { quartersOf, skewIn } from '../ocr/rotation.js';
import { straighten } from '../ocr/straighten.js';

/** Finer than this finds no more: the networks look at lines of 48 dots, and at a page of a million. */
const most = { dpi: 150, letters: 18 };

/** Reads a page as it lies, or as an earlier look has found that it has to be turned. */
export async function look(
  read: (picture: Picture) => Promise<readonly SeenWord[]>,
  paper: Paper,
  { turn = 0 }: Wanted,
): Promise<Sighting> {
  const drawn = paper.draw(Math.min(finenessOf(paper)(most.letters), most.dpi), quartersOf(turn));
  const skew = skewIn(turn);
  const picture = skew === 0 ? drawn : straighten(drawn, skew);
  return sightingOf({ words: await read(picture), picture, quarters: quartersOf(turn), skew });
}
