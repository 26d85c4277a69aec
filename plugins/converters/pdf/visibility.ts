import type { Box } from '../../../core/index.js';
import { differs, hasContrast, type Print, print } from '../../pdfium/draw.js';
import type { Sheet } from '../../pdfium/geometry.js';
import type { Handle, Pdfium } from '../../pdfium/pdfium.js';
import type { Style } from './glyphs.js';
import { overlapsOf, roundsOf } from './overlaps.js';
import type { Pictures } from './pictures.js';
import type { Piece } from './words.js';

/** `shown` and `hidden` speak for themselves; `layer`: a machine's reading of the picture that is seen there. */
export type Visibility = 'shown' | 'hidden' | 'layer';

/** Render modes that paint nothing: invisible, and clip only. */
const unpainted: readonly number[] = [3, 7];
const invisible = 3;

/** Smaller type than this, in points, nobody reads. */
const leastHeight = 2;

/** Differences of brightness, of 255. Source of the first: measured, with real hidden text under 40 and pale print above 24. */
const clear = 40;
const pale = 24;

/** Coarse and quick for all words; fine for those that the first look leaves in doubt. */
const firstLook = 100;
const secondLook = 200;

export interface View {
  readonly pdfium: Pdfium;
  readonly page: Handle;
  readonly sheet: Sheet;
  readonly pictures: Pictures;
}

/**
 * Tells what of a page can be seen, by looking at it: the page is drawn, and a piece of text counts as shown when there is something at
 * its place. Colours and render modes alone mislead: white text on a dark bar is fine, black text under a white box is not.
 * What is pale or thin, or shares its place with a picture, a shape or other text, is looked at again with and without it: shown is what
 * makes a difference.
 */
export function visibilityOf(view: View, pieces: readonly Piece[]): ReadonlyMap<Piece, Visibility> {
  const first = print(view.pdfium, view.page, view.sheet, firstLook);
  const overlaps = overlapsOf(pieces);
  const crowded = new Set(overlaps.flat());
  const verdicts = new Map(pieces.map((piece) => [piece, judge(view, piece, { paper: first, crowded: crowded.has(piece) })]));
  const doubtful = pieces.filter((piece) => verdicts.get(piece) === 'doubtful');
  const seen = makingADifference(view, doubtful, overlaps);
  return new Map([...verdicts].map(([piece, verdict]) => [piece, verdict !== 'doubtful' ? verdict : seen.has(piece) ? 'shown' : 'hidden']));
}

interface Look {
  readonly paper: Print;
  /** True where other text stands on the same place. */
  readonly crowded: boolean;
}

function judge(view: View, piece: Piece, { paper, crowded }: Look): Visibility | 'doubtful' {
  if (!onPage(view.sheet, piece.box) || piece.size < leastHeight) return 'hidden';
  const painted = piece.styles.some((style) => !unpainted.includes(style.mode));
  const { fillPage, pictureOver, paintedOver } = view.pictures;
  const under = (over: Pictures['paintedOver']): boolean => piece.styles.every((style) => over(style.object, piece.ink));
  if (fillPage && (!painted || under(pictureOver))) return hasContrast(paper, around(piece.box), pale) ? 'layer' : 'hidden';
  if (!painted) return 'hidden';
  const alone = !crowded && !under(paintedOver);
  return alone && hasContrast(paper, inside(piece.ink, paper), clear) ? 'shown' : 'doubtful';
}

/** Draws the page with and without the text objects of these pieces; those that share a place are left out in turn. */
function makingADifference(view: View, pieces: readonly Piece[], overlaps: ReturnType<typeof overlapsOf>): ReadonlySet<Piece> {
  if (pieces.length === 0) return new Set();
  const look = (): Print => print(view.pdfium, view.page, view.sheet, secondLook);
  const before = look();
  const seen = new Set<Piece>();
  for (const round of roundsOf(pieces, overlaps)) {
    const mine = pieces.filter((piece) => piece.styles.some((style) => round.has(style.object)));
    const without = whileInvisible(
      view.pdfium,
      mine.flatMap((piece) => piece.styles).filter((style) => round.has(style.object)),
      look,
    );
    for (const piece of mine) if (differs(before, without, inside(piece.ink, before), pale)) seen.add(piece);
  }
  return seen;
}

function whileInvisible<T>(pdfium: Pdfium, styles: readonly Style[], look: () => T): T {
  const own = styles.filter((style) => style.object);
  for (const style of own) pdfium._FPDFTextObj_SetTextRenderMode(style.object, invisible);
  try {
    return look();
  } finally {
    for (const style of own) pdfium._FPDFTextObj_SetTextRenderMode(style.object, style.mode);
  }
}

function onPage(sheet: Sheet, box: Box): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x >= 0 && y >= 0 && x <= sheet.width && y <= sheet.height;
}

/** The neighbours' ink must not speak for a piece: half-covered dots at its edges are left out where enough others remain. */
function inside(box: Box, paper: Print): Box {
  const dot = 1 / paper.density;
  const cut = box.width > 4 * dot ? dot / 2 : 0;
  return { ...box, x: box.x + cut, width: box.width - 2 * cut };
}

/** A layer's words stand beside their picture as often as on it. */
function around(box: Box): Box {
  const by = box.height / 2;
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}
