import type { Box } from '../../../core/index.js';
import { type Edges, type Sheet, shown } from '../../pdfium/geometry.js';
import { floats, withBytes } from '../../pdfium/memory.js';
import type { Handle, Pdfium } from '../../pdfium/pdfium.js';

/** What all glyphs of one text object share. */
export interface Style {
  readonly object: Handle;
  /** Render mode of the PDF reference, table 104: 3 = invisible, 7 = clip only. */
  readonly mode: number;
  /** Red, green, blue, alpha of the fill. Glyphs of one word that differ in it are looked at apart. */
  readonly color: number;
}

/** One printed character, in page space as shown. */
export interface Glyph {
  readonly text: string;
  /** The em box: advance width, ascent to descent. */
  readonly em: Box;
  /** The box of the ink. */
  readonly ink: Box;
  /** Direction of the writing as shown, in radians; 0 = to the right, a quarter turn = down. */
  readonly angle: number;
  readonly style: Style;
}

/** A space, a line end or the like between glyphs. */
export const gap = Symbol('gap');

/** pdfium writes this for a hyphen at the end of a line. */
const lineEndHyphen = 2;

/** The characters of a text page in pdfium's reading order, white space as gaps. */
export function* glyphsOf(pdfium: Pdfium, text: Handle, sheet: Sheet): Generator<Glyph | typeof gap> {
  const styles = new Map<Handle, Style>();
  const turn = Math.atan2(sheet.matrix[1], sheet.matrix[0]);
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
        em: shown(sheet, emBox(pdfium, text, index, out) ?? inkBox(pdfium, text, index, out)),
        ink: shown(sheet, inkBox(pdfium, text, index, out)),
        angle: turn + pdfium._FPDFText_GetCharAngle(text, index),
        style: styleOf(pdfium, pdfium._FPDFText_GetTextObject(text, index), styles),
      };
      if (code === lineEndHyphen) yield gap;
    }
  } finally {
    pdfium._free(out);
  }
}

/** NUL is what a glyph without any mapping gives; like other control characters it stands for something that is printed. */
function printed(code: number): string {
  if (code === lineEndHyphen) return '-';
  return code < 0x20 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}

const isSpace = (code: number): boolean => code > 2 && code <= 0x10ffff && /\s/u.test(String.fromCodePoint(code));

function emBox(pdfium: Pdfium, text: Handle, index: number, out: Handle): Edges | undefined {
  if (!pdfium._FPDFText_GetLooseCharBox(text, index, out)) return undefined;
  const [left, top, right, bottom] = floats(pdfium, out);
  return left === right || top === bottom ? undefined : { left, top, right, bottom };
}

function inkBox(pdfium: Pdfium, text: Handle, index: number, out: Handle): Edges {
  pdfium._FPDFText_GetCharBox(text, index, out, out + 8, out + 16, out + 24);
  const { HEAPF64 } = pdfium;
  const edge = (place: number): number => HEAPF64[(out >> 3) + place] ?? 0;
  return { left: edge(0), right: edge(1), bottom: edge(2), top: edge(3) };
}

function styleOf(pdfium: Pdfium, object: Handle, known: Map<Handle, Style>): Style {
  const style = known.get(object) ?? readStyle(pdfium, object);
  known.set(object, style);
  return style;
}

function readStyle(pdfium: Pdfium, object: Handle): Style {
  if (!object) return { object, mode: 0, color: 0 };
  return withBytes(pdfium, 16, (out) => {
    pdfium._FPDFPageObj_GetFillColor(object, out, out + 4, out + 8, out + 12);
    const color = [0, 1, 2, 3].reduce((all, part) => all * 256 + (pdfium.HEAPU32[(out >> 2) + part] ?? 0), 0);
    return { object, mode: pdfium._FPDFTextObj_GetTextRenderMode(object), color };
  });
}
