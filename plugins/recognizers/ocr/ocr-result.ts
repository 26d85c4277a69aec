import type { Sighting, Word } from '../../../core/index.js';
import type { Print } from '../../pdfium/draw.js';
import { levelled, skewOf } from './level.js';
import type { SeenWord } from './picture.js';
import { turnOf } from './rotation.js';
import { straightened } from './straighten.js';

/** One way to look at a page, and what was seen. */
export interface View {
  readonly words: readonly SeenWord[];
  readonly picture: Print;
  /** Clockwise, before it was straightened by `skew` radians. */
  readonly quarters: number;
  readonly skew: number;
}

/** Less than this, in degrees, is level. */
const level = 0.05;

/** What was seen, in points of the page as it lies once it is turned: what is left of its skew is taken out of the boxes. */
export function sightingOf({ words, picture, quarters, skew }: View): Sighting {
  const rest = skewOf(words);
  const put = levelled(words.map((word) => ({ ...word, box: straightened(word.box, picture, rest) })));
  const turn = turnOf(quarters, skew + rest);
  return { words: put.map((word) => printed(word, picture.density)), turn: Math.abs(turn) < level ? 0 : turn };
}

const printed = ({ text, box, certainty }: SeenWord, density: number): Word => ({
  text,
  box: { x: box.x / density, y: box.y / density, width: box.width / density, height: box.height / density },
  ocr: true,
  certainty,
});
