import type { Box } from '../../../core/index.js';
import { type PageGeometry, type PdfRectangle, shown } from '../../pdfium/page-geometry.js';
import { floats, type Handle, type Pdfium, withBytes } from '../../pdfium/pdfium.js';

/** The properties that all glyphs of a text object share. */
export interface GlyphStyle {
  readonly object: Handle;
  /** Render mode of the PDF reference, table 104: 3 = invisible, 7 = clip only. */
  readonly mode: number;
  /** Red, green, blue and alpha of the fill. Glyphs of a word with different fills are judged separately. */
  readonly color: number;
  /** How far below the top of the page as shown its first glyph stands; of use for text that runs across. */
  readonly baseline: number;
}

/** One printed character, in coordinates of the page as shown. */
export interface Glyph {
  readonly text: string;
  /** The em box: as wide as the advance, from ascent to descent. */
  readonly em: Box;
  readonly tight: Box;
  /** The writing direction as shown, in radians: 0 is to the right, a quarter turn is down. */
  readonly angle: number;
  readonly style: GlyphStyle;
}

/** A space, a line end or the like between glyphs. */
export const gap = Symbol('gap');

/** Whether a glyph is neither a letter nor a digit. */
export const isMark = ({ text }: Glyph): boolean => !/[\p{L}\p{N}]/u.test(text);

/** The direction of the writing in quarter turns clockwise. */
export const quartersOf = ({ angle }: Pick<Glyph, 'angle'>): number => Math.round(angle / (Math.PI / 2)) & 3;

/** pdfium's code for a hyphen at the end of a line. */
const lineEndHyphen = 2;

/** The characters of a text page in pdfium's reading order, with white space as gaps. */
export function* glyphsOf(pdfium: Pdfium, text: Handle, geometry: PageGeometry): Generator<Glyph | typeof gap> {
  const styles = new Map<Handle, GlyphStyle>();
  const turn = Math.atan2(geometry.matrix[1], geometry.matrix[0]);
  const out = pdfium._malloc(32);
  const count = pdfium._FPDFText_CountChars(text);
  try {
    for (let index = 0; index < count; index += 1) {
      const code = pdfium._FPDFText_GetUnicode(text, index);
      if (isSpace(code) || pdfium._FPDFText_IsGenerated(text, index) === 1) {
        yield gap;
        continue;
      }
      yield {
        text: printed(code),
        em: shown(geometry, emBox(pdfium, text, index, out) ?? tightBox(pdfium, text, index, out)),
        tight: shown(geometry, tightBox(pdfium, text, index, out)),
        angle: turn + angleOf(pdfium, text, index),
        style: styleOf(pdfium, { text, index, geometry }, styles),
      };
      if (code === lineEndHyphen) yield gap;
    }
  } finally {
    pdfium._free(out);
  }
}

/** What pdfium says is the angle of the text matrix alone. A negative size of type turns glyphs by half a turn more. Source: ISO 32000-1, 9.4.4. */
const angleOf = (pdfium: Pdfium, text: Handle, index: number): number =>
  pdfium._FPDFText_GetCharAngle(text, index) + (pdfium._FPDFText_GetFontSize(text, index) < 0 ? Math.PI : 0);

/** A glyph without a mapping gives NUL. Like other control characters, it is printed, so it becomes a replacement character. */
function printed(code: number): string {
  if (code === lineEndHyphen) return '-';
  return code < 0x20 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}

const isSpace = (code: number): boolean => code > 2 && code <= 0x10ffff && /\s/u.test(String.fromCodePoint(code));

function emBox(pdfium: Pdfium, text: Handle, index: number, out: Handle): PdfRectangle | undefined {
  if (!pdfium._FPDFText_GetLooseCharBox(text, index, out)) return undefined;
  const [left, top, right, bottom] = floats(pdfium, out);
  return left === right || top === bottom ? undefined : { left, top, right, bottom };
}

function tightBox(pdfium: Pdfium, text: Handle, index: number, out: Handle): PdfRectangle {
  pdfium._FPDFText_GetCharBox(text, index, out, out + 8, out + 16, out + 24);
  const { HEAPF64 } = pdfium;
  const edge = (place: number): number => HEAPF64[(out >> 3) + place] ?? 0;
  return { left: edge(0), right: edge(1), bottom: edge(2), top: edge(3) };
}

interface GlyphPlace {
  readonly text: Handle;
  readonly index: number;
  readonly geometry: PageGeometry;
}

function styleOf(pdfium: Pdfium, place: GlyphPlace, known: Map<Handle, GlyphStyle>): GlyphStyle {
  const object = pdfium._FPDFText_GetTextObject(place.text, place.index);
  const style = known.get(object) ?? { ...readStyle(pdfium, object), baseline: baselineOf(pdfium, place) };
  known.set(object, style);
  return style;
}

function readStyle(pdfium: Pdfium, object: Handle): Omit<GlyphStyle, 'baseline'> {
  if (!object) return { object, mode: 0, color: 0 };
  return withBytes(pdfium, 16, (out) => {
    pdfium._FPDFPageObj_GetFillColor(object, out, out + 4, out + 8, out + 12);
    const color = [0, 1, 2, 3].reduce((all, part) => all * 256 + (pdfium.HEAPU32[(out >> 2) + part] ?? 0), 0);
    return { object, mode: pdfium._FPDFTextObj_GetTextRenderMode(object), color };
  });
}

const baselineOf = (pdfium: Pdfium, { text, index, geometry: { matrix } }: GlyphPlace): number =>
  withBytes(pdfium, 16, (out) => {
    pdfium._FPDFText_GetCharOrigin(text, index, out, out + 8);
    const [x = 0, y = 0] = [pdfium.HEAPF64[out >> 3], pdfium.HEAPF64[(out >> 3) + 1]];
    return matrix[1] * x + matrix[3] * y + matrix[5];
  });

/** The extent of a box along the writing direction of a glyph, from and to. */
export const along = (glyph: Pick<Glyph, 'angle'>) => (box: Box) => project(box, Math.cos(glyph.angle), Math.sin(glyph.angle));
/** The same across it: the height of its type. */
export const across = (glyph: Pick<Glyph, 'angle'>) => (box: Box) => project(box, -Math.sin(glyph.angle), Math.cos(glyph.angle));
export const extent = ([from, to]: readonly [number, number]): number => to - from;

function project(box: Box, cos: number, sin: number): readonly [number, number] {
  const middle = (box.x + box.width / 2) * cos + (box.y + box.height / 2) * sin;
  const half = (Math.abs(box.width * cos) + Math.abs(box.height * sin)) / 2;
  return [middle - half, middle + half];
}
