import { grown, pageGeometryOf, union } from '../../pdfium/page-geometry.js';
import { type Handle, type Pdfium, withDocument } from '../../pdfium/pdfium.js';
import { renderGrey, renderPart } from '../../pdfium/render-grey.js';
import type { Drawing } from './alike-glyphs.js';
import { type Glyph, glyphsOf, quartersOf } from './glyphs.js';
import { type GlyphShape, shapesIn } from './shape.js';
import type { OpenPage } from './visibility.js';

/** Neighbours are drawn in one picture where they stand in one line of one size, not further apart than this many of their heights. */
const maxGap = 6;
const maxSizes = 1.5;

/** Further lines of a page are not compared. */
const maxLines = 2_000;

/** Around a line, in its heights, so that the ground is seen. */
const margin = 0.25;

/**
 * The shapes of each glyph, drawn large enough to compare whatever its size; none where there is no ink, and nothing of the last ones of too many.
 * With a `scale` of 2 it has twice the dots.
 */
export function* shapesOf(
  { pdfium, page }: OpenPage,
  glyphs: readonly Glyph[],
  scale: number,
): Generator<readonly [Glyph, Generator<GlyphShape>]> {
  for (const { height, line } of linesOf(glyphs).slice(0, maxLines)) {
    const part = grown(line.map(({ tight }) => tight).reduce(union), margin * height);
    const bitmap = renderPart(pdfium, page, part, (scale * comparedHeight) / height);
    for (const glyph of line)
      yield [glyph, shapesIn(bitmap, { ...glyph.tight, x: glyph.tight.x - part.x, y: glyph.tight.y - part.y }, quartersOf(glyph))];
  }
}

/** One glyph of each drawing, from as few lines as will do: a line that is drawn costs more than one more glyph in it. */
export function oneOfEach(glyphs: readonly Glyph[], drawingOf: (glyph: Glyph) => Drawing): readonly Glyph[] {
  const lines = linesOf(glyphs).map(({ line }) => new Map(line.map((glyph) => [drawingOf(glyph), glyph])));
  const taken = new Map<Drawing, Glyph>();
  for (const line of lines.toSorted((a, b) => b.size - a.size))
    for (const [drawing, glyph] of line) if (!taken.has(drawing)) taken.set(drawing, glyph);
  return [...taken.values()];
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

const isUpright = (glyph: Glyph): boolean => quartersOf(glyph) % 2 === 0;
const heightOf = (glyph: Glyph): number => Math.max(isUpright(glyph) ? glyph.tight.height : glyph.tight.width, minHeight);
/** In points. What is smaller is hidden. */
const minHeight = 0.5;

/** The faces that every reader of PDF has: with and without serifs, typewriter, each light, bold or slanted. */
const faces = ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Times-Roman', 'Times-Bold', 'Times-Italic', 'Courier', 'Courier-Bold'];
/** Drawn separately: a document may have digits only. */
const sheets = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const typeSize = 12;
/** The height of the digits of Helvetica, in points at `typeSize`. */
const digitHeight = 8.5;

/** The height at which glyphs are compared: that of digits, in dots. */
const comparedHeight = 16;

/** How characters look in ordinary type, digits `comparedHeight` dots high; no shapes for characters without specimens. */
export type Specimens = (character: string) => readonly GlyphShape[];

type GlyphShapes = ReadonlyMap<string, readonly GlyphShape[]>;
const drawn = new WeakMap<Pdfium, Map<string, GlyphShapes>>();

/** Draws the specimens when they are first asked for. */
export function specimensOf(pdfium: Pdfium): Specimens {
  const known = drawn.get(pdfium) ?? new Map<string, GlyphShapes>();
  drawn.set(pdfium, known);
  return (character) => {
    const sheet = sheets.find((characters) => characters.includes(character));
    if (sheet === undefined) return [];
    const shapes = known.get(sheet) ?? draw(pdfium, specimenSheet(sheet), (72 * comparedHeight) / digitHeight);
    known.set(sheet, shapes);
    return shapes.get(character) ?? [];
  };
}

function draw(pdfium: Pdfium, sheet: Uint8Array, dpi: number): GlyphShapes {
  return withDocument(pdfium, sheet, (document) => {
    const page = pdfium._FPDF_LoadPage(document, 0);
    const geometry = pageGeometryOf(pdfium, page);
    const text = pdfium._FPDFText_LoadPage(page);
    try {
      const bitmap = renderGrey(pdfium, page, geometry, dpi);
      const shapes = new Map<string, GlyphShape[]>();
      for (const { text: character, tight } of glyphsIn(pdfium, text, geometry))
        shapes.set(character, [...(shapes.get(character) ?? []), ...[...shapesIn(bitmap, tight)].slice(-1)]);
      return shapes;
    } finally {
      pdfium._FPDFText_ClosePage(text);
      pdfium._FPDF_ClosePage(page);
    }
  });
}

const glyphsIn = (pdfium: Pdfium, text: Handle, geometry: Parameters<typeof glyphsOf>[2]): readonly Glyph[] =>
  [...glyphsOf(pdfium, text, geometry)].filter((glyph) => typeof glyph !== 'symbol');

/** A PDF of one page with the characters of each face on a line, well apart. */
function specimenSheet(characters: string): Uint8Array {
  const apart = [...characters].join('  ');
  const content = faces.map((_, at) => `BT /F${at} ${typeSize} Tf 10 ${(faces.length - at) * 20} Td (${apart}) Tj ET`).join('\n');
  const fonts = faces
    .map((face, at) => `/F${at} << /Type /Font /Subtype /Type1 /BaseFont /${face} /Encoding /WinAnsiEncoding >>`)
    .join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${25 * characters.length + 20} ${(faces.length + 1) * 20}] /Contents 4 0 R /Resources << /Font << ${fonts} >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + end, 'latin1');
}
