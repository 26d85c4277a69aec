import type { PageDrawing } from './page-drawing.js';
import { textHeight } from './text-height.js';

/** Where the height of letters is found out. */
const coarseDpi = 100;
/** What is drawn at most and at least, in dots an inch; and where hardly anything is written, as pages of ordinary type need it. */
const finest = 300;
const coarsest = 30;
const ordinary = 150;

/** How finely a page has to be drawn for its letters to be so many dots high, in dots an inch. The page is looked at once. */
export function drawingDensity(paper: PageDrawing): (letters: number) => number {
  const height = textHeight(paper.draw(coarseDpi));
  return (letters) => (height === undefined ? ordinary : Math.min(Math.max((coarseDpi * letters) / height, coarsest), finest));
}
