import type { Box } from '../../../core/index.js';
import { clearContrast, paleContrast } from '../../pdfium/contrast.js';
import { grown, overlap, type PageGeometry } from '../../pdfium/page-geometry.js';
import type { Handle, Pdfium } from '../../pdfium/pdfium.js';
import { differs, hasContrast, type PageBitmap, renderGrey, renderPart } from '../../pdfium/render-grey.js';
import type { GlyphStyle } from './glyphs.js';
import type { PaintedAreas } from './painted-areas.js';
import type { WordPiece } from './words.js';

/** `layer` means text of an OCR layer, whose picture is visible instead. */
export type Visibility = 'shown' | 'hidden' | 'layer';

/** The render modes that paint nothing: invisible, and clip only. */
const unpainted: readonly number[] = [3, 7];
const invisible = 3;

/** Smaller text of an OCR layer, in points, is none. What is printed must be legible as it is drawn. */
const minHeight = 2;

/** All words are checked at a coarse resolution, and doubtful ones again at a fine one. */
const coarseDpi = 100;
const fineDpi = 200;

export interface OpenPage {
  readonly pdfium: Pdfium;
  readonly page: Handle;
  readonly geometry: PageGeometry;
  readonly areas: PaintedAreas;
}

/**
 * Decides which text is visible on the drawn page. Colours and render modes alone mislead: white text may be on a dark bar.
 * Text that is pale or thin, or shares its place with other content, is drawn again with and without it, and is shown if that differs.
 */
export function visibilityOf(
  open: OpenPage,
  pieces: readonly WordPiece[],
  first = drawnCoarsely(open),
): ReadonlyMap<WordPiece, Visibility> {
  const overlaps = overlapsOf(pieces);
  const crowded = new Set(overlaps.flat());
  const results = new Map(pieces.map((piece) => [piece, judge(open, piece, { drawn: first, crowded: crowded.has(piece) })]));
  const doubtful = pieces.filter((piece) => results.get(piece) === 'doubtful');
  const visible = piecesThatShow(open, doubtful, overlaps);
  return new Map([...results].map(([piece, result]) => [piece, result !== 'doubtful' ? result : visible.has(piece) ? 'shown' : 'hidden']));
}

/** The page as all its words are checked first. */
export const drawnCoarsely = ({ pdfium, page, geometry }: OpenPage): PageBitmap => renderGrey(pdfium, page, geometry, coarseDpi);

interface PieceContext {
  readonly drawn: PageBitmap;
  /** True where other text is printed in the same place. */
  readonly crowded: boolean;
}

function judge(open: OpenPage, piece: WordPiece, { drawn, crowded }: PieceContext): Visibility | 'doubtful' {
  if (!onPage(open.geometry, piece.box) || piece.size < minHeight) return 'hidden';
  const painted = piece.styles.some((style) => !unpainted.includes(style.mode));
  const { fillPage, pictureOver, paintedOver } = open.areas;
  const under = (over: PaintedAreas['paintedOver']): boolean => piece.styles.every((style) => over(style.object, piece.tight));
  // With a margin, because the words of an OCR layer are often beside their picture rather than on it.
  if (fillPage && (!painted || under(pictureOver)))
    return hasContrast(drawn, grown(piece.box, piece.box.height / 2), paleContrast) ? 'layer' : 'hidden';
  if (!painted || !piece.legible) return 'hidden';
  const alone = !crowded && !under(paintedOver);
  return alone && hasContrast(drawn, inside(piece.tight, drawn), clearContrast) ? 'shown' : 'doubtful';
}

/** The pieces whose text objects change the drawn page. Objects in the same place are left out one after another. */
function piecesThatShow(open: OpenPage, pieces: readonly WordPiece[], overlaps: ReturnType<typeof overlapsOf>): ReadonlySet<WordPiece> {
  const visible = new Set<WordPiece>();
  if (pieces.length === 0) return visible;
  const draw = drawerOf(open, pieces);
  const before = draw(pieces);
  for (const round of roundsOf(pieces, overlaps)) {
    const mine = pieces.filter((piece) => piece.styles.some((style) => round.has(style.object)));
    const without = whileInvisible(
      open.pdfium,
      mine.flatMap((piece) => piece.styles).filter((style) => round.has(style.object)),
      () => draw(mine),
    );
    mine.forEach((piece, at) => {
      const [with_, drawn] = [before[pieces.indexOf(piece)], without[at]];
      if (with_ && drawn && differs(with_.bitmap, drawn.bitmap, with_.box, paleContrast)) visible.add(piece);
    });
  }
  return visible;
}

interface DrawnPiece {
  readonly bitmap: PageBitmap;
  readonly box: Box;
}

/** More pieces than this are drawn with the whole page at once. */
const maxParts = 100;

/** Draws the surroundings of each piece, or of many pieces the whole page. */
function drawerOf(
  { pdfium, page, geometry }: OpenPage,
  all: readonly WordPiece[],
): (pieces: readonly WordPiece[]) => readonly DrawnPiece[] {
  const density = fineDpi / 72;
  if (all.length > maxParts)
    return (pieces) => {
      const bitmap = renderGrey(pdfium, page, geometry, fineDpi);
      return pieces.map(({ tight }) => ({ bitmap, box: inside(tight, bitmap) }));
    };
  return (pieces) =>
    pieces.map(({ tight }) => {
      const [x, y] = [Math.floor(tight.x * density) / density, Math.floor(tight.y * density) / density];
      const part = { x, y, width: tight.x + tight.width - x, height: tight.y + tight.height - y };
      const bitmap = renderPart(pdfium, page, part, density);
      return { bitmap, box: inside({ ...tight, x: tight.x - x, y: tight.y - y }, bitmap) };
    });
}

function whileInvisible<T>(pdfium: Pdfium, styles: readonly GlyphStyle[], draw: () => T): T {
  const own = styles.filter((style) => style.object);
  for (const style of own) pdfium._FPDFTextObj_SetTextRenderMode(style.object, invisible);
  try {
    return draw();
  } finally {
    for (const style of own) pdfium._FPDFTextObj_SetTextRenderMode(style.object, style.mode);
  }
}

function onPage(geometry: PageGeometry, box: Box): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x >= 0 && y >= 0 && x <= geometry.width && y <= geometry.height;
}

/** Without the half-covered dots at the edges, where enough others remain, so that neighbouring glyphs do not count for a piece. */
function inside(box: Box, drawn: PageBitmap): Box {
  const dot = 1 / drawn.density;
  const cut = box.width > 4 * dot ? dot / 2 : 0;
  return { ...box, x: box.x + cut, width: box.width - 2 * cut };
}

/** The least overlap of two pieces, as a share of the smaller one. Letters of neighbouring lines touch as well. */
const minOverlapShare = 0.3;

/** Pairs of pieces with different text in the same place. The same text twice is bold type or a shadow. */
function overlapsOf(pieces: readonly WordPiece[]): readonly (readonly [WordPiece, WordPiece])[] {
  const fromTop = pieces.toSorted((a, b) => a.tight.y - b.tight.y);
  const pairs: [WordPiece, WordPiece][] = [];
  for (const [index, piece] of fromTop.entries()) {
    for (let next = index + 1; next < fromTop.length; next += 1) {
      const other = fromTop[next];
      if (!other || other.tight.y > piece.tight.y + piece.tight.height) break;
      if (collide(piece, other)) pairs.push([piece, other]);
    }
  }
  return pairs;
}

function collide(a: WordPiece, b: WordPiece): boolean {
  const smaller = Math.min(a.tight.width * a.tight.height, b.tight.width * b.tight.height);
  return smaller > 0 && overlap(a.tight, b.tight) > minOverlapShare * smaller && a.text !== b.text;
}

/** Groups text objects into rounds, so that no two objects of a round are printed in the same place. */
function roundsOf(pieces: readonly WordPiece[], pairs: readonly (readonly [WordPiece, WordPiece])[]): readonly ReadonlySet<Handle>[] {
  const rivals = new Map<Handle, Set<Handle>>();
  const objectsOf = (piece: WordPiece): readonly Handle[] => piece.styles.map((style) => style.object);
  for (const [a, b] of [...pairs, ...pairs.map(([a, b]) => [b, a] as const)]) {
    for (const object of objectsOf(a)) rivals.set(object, new Set([...(rivals.get(object) ?? []), ...objectsOf(b)]));
  }
  const rounds: Set<Handle>[] = [];
  for (const object of new Set(pieces.flatMap(objectsOf))) {
    const free = rounds.find((round) => ![...(rivals.get(object) ?? [])].some((rival) => round.has(rival)));
    if (free) free.add(object);
    else rounds.push(new Set([object]));
  }
  return rounds;
}
