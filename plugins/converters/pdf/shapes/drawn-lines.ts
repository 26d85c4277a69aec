import { grown, union } from '../../../pdfium/page-geometry.js';
import { renderPart } from '../../../pdfium/render-grey.js';
import type { Glyph } from '../glyphs.js';
import type { OpenPage } from '../visibility/visibility.js';
import { type GlyphShape, shapesIn } from './shape.js';
import { comparedHeight } from './specimens.js';

/** Neighbours are drawn in one picture where they stand in one line of one size, not further apart than this many of their heights. */
const maxGap = 6;
const maxSizes = 1.5;

/** Further lines of a page are not compared. */
const maxLines = 2_000;

/** Around a line, in its heights, so that the ground is seen. */
const margin = 0.25;

/** The shapes of each glyph, drawn large enough to compare whatever its size; none where there is no ink, and nothing of the last ones of too many. */
export function* shapesOf({ pdfium, page }: OpenPage, glyphs: readonly Glyph[]): Generator<readonly [Glyph, readonly GlyphShape[]]> {
  for (const { height, line } of linesOf(glyphs).slice(0, maxLines)) {
    const part = grown(line.map(({ tight }) => tight).reduce(union), margin * height);
    const bitmap = renderPart(pdfium, page, part, comparedHeight / height);
    for (const glyph of line)
      yield [glyph, shapesIn(bitmap, { ...glyph.tight, x: glyph.tight.x - part.x, y: glyph.tight.y - part.y }, quartersOf(glyph))];
  }
}

interface DrawnLine {
  /** The height of its first glyph. */
  readonly height: number;
  readonly line: Glyph[];
}

/** Glyphs in reading order, cut where the line, the size or the direction changes. */
function linesOf(glyphs: readonly Glyph[]): readonly DrawnLine[] {
  const lines: DrawnLine[] = [];
  for (const glyph of glyphs) {
    const open = lines.at(-1);
    const last = open?.line.at(-1);
    if (open && last && continues(open, last, glyph)) open.line.push(glyph);
    else lines.push({ height: heightOf(glyph), line: [glyph] });
  }
  return lines;
}

function continues({ height }: DrawnLine, last: Glyph, next: Glyph): boolean {
  const own = heightOf(next);
  if (quartersOf(last) !== quartersOf(next) || Math.max(own / height, height / own) > maxSizes) return false;
  const [a, b] = [last.tight, next.tight];
  const apart = Math.max(a.x - b.x - b.width, b.x - a.x - a.width, a.y - b.y - b.height, b.y - a.y - a.height);
  const beside = isUpright(next) ? Math.abs(a.y + a.height - b.y - b.height) : Math.abs(a.x - b.x);
  return apart < maxGap * height && beside < height;
}

/** The direction of the writing in quarter turns clockwise. */
const quartersOf = ({ angle }: Glyph): number => Math.round(angle / (Math.PI / 2)) & 3;
const isUpright = (glyph: Glyph): boolean => quartersOf(glyph) % 2 === 0;
const heightOf = (glyph: Glyph): number => Math.max(isUpright(glyph) ? glyph.tight.height : glyph.tight.width, minHeight);
/** In points. What is smaller is hidden. */
const minHeight = 0.5;
