import type { Box } from '../../../core/index.js';
import { union } from '../../pdfium/page-geometry.js';
import { across, along, extent, type Glyph, type GlyphStyle, gap, isMark } from './glyphs.js';

/** A part of a word in one style, and either legible or not. Each part is judged on its own, so that hidden text inside a word is found. */
export interface WordPiece {
  readonly text: string;
  readonly box: Box;
  /** The box around the printed glyphs, without the rest of their em boxes. */
  readonly tight: Box;
  /** The height of its type, measured across the writing direction. */
  readonly size: number;
  readonly styles: readonly GlyphStyle[];
  /** Whether its glyphs are drawn high and wide enough to be read. */
  readonly legible: boolean;
  readonly glyphs: readonly Glyph[];
}

/** Splits glyphs into words at white space, and where a glyph does not continue the line of the previous one. */
export function* wordsOf(glyphs: Iterable<Glyph | typeof gap>): Generator<readonly WordPiece[]> {
  let word: Glyph[] = [];
  for (const glyph of glyphs) {
    const last = word.at(-1);
    if (word.length > 0 && (glyph === gap || (last && !continues(last, glyph)))) {
      yield pieces(word);
      word = [];
    }
    if (glyph !== gap) word.push(glyph);
  }
  if (word.length > 0) yield pieces(word);
}

/** The largest distance of the next glyph ahead, behind and beside the line, in heights of the type. */
const maxDistance = { ahead: 0.8, back: 0.6, beside: 0.6 };

function continues(last: Glyph, next: Glyph): boolean {
  if (Math.cos(next.angle - last.angle) < 0.9) return false;
  const [start, end] = along(last)(last.em);
  const [nextStart] = along(last)(next.em);
  const [top, bottom] = across(last)(last.em);
  const [nextTop, nextBottom] = across(last)(next.em);
  const height = Math.max(Math.min(bottom - top, nextBottom - nextTop), 1);
  const beside = Math.abs(top + bottom - nextTop - nextBottom) / 2;
  return (
    nextStart - end < maxDistance.ahead * height && start - nextStart < maxDistance.back * height && beside < maxDistance.beside * height
  );
}

function pieces(word: readonly Glyph[]): readonly WordPiece[] {
  const groups: Glyph[][] = [];
  let legible = true;
  for (const glyph of word) {
    const group = groups.at(-1);
    const before: boolean = legible;
    // A mark goes with the letters before it.
    legible = isMark(glyph) ? before : isLegible(glyph);
    if (group?.[0] && alike(group[0].style, glyph.style) && legible === before) group.push(glyph);
    else groups.push([glyph]);
  }
  return groups.map((group) => ({
    glyphs: group,
    legible: group.every(isLegible),
    text: withEuro(group.map((glyph) => glyph.text).join('')),
    box: group.map((glyph) => glyph.em).reduce(union),
    tight: group.map((glyph) => glyph.tight).reduce(union),
    size: Math.max(...group.map((glyph) => extent(across(glyph)(glyph.em)))),
    styles: [...new Set(group.map((glyph) => glyph.style))],
  }));
}

/**
 * A number with its euro sign. Code 0x80 is € in WinAnsi and Ä in Mac OS Roman, and a font that does not say which one it means is read by
 * the latter. Source: ISO 32000-1, annex D.2. No number is written with an Ä.
 */
const withEuro = (text: string): string => text.replace(/^Ä(?=[+-]?\d[\d.,'’]*$)|(?<=^[+-]?\d[\d.,'’]*)Ä$/u, '€');

const alike = (a: GlyphStyle, b: GlyphStyle): boolean => a === b || (a.mode === b.mode && a.color === b.color);

/** Joins pieces of the same visibility. */
export const join = (parts: readonly WordPiece[]): Pick<WordPiece, 'text' | 'box'> => ({
  text: parts.map((piece) => piece.text).join(''),
  box: parts.map((piece) => piece.box).reduce(union),
});

/**
 * The least height of printed letters that can be read, in points. With normal sight a letter of five minutes of arc is the smallest (ISO 8596),
 * 1.65 points from 40 cm; with the eight tenths that driving and office work ask for, 2. The digits of 4 point type are 2.9 high.
 */
const minHeight = 2;
/** That of letters without a stroke up or down, and of other scripts. Their height is about seven tenths of a capital's. */
const minLowHeight = 1.4;

/** The least advance: three strokes with the gaps between them at half the height. Letters of one stroke, and of other scripts, have half of it. */
const minAdvance = 1;
const minThinAdvance = 0.5;

const high = /^[\p{Nd}A-Zbdfhklt]$/u;
const wide = /^[\p{Nd}A-HJ-Za-eghkm-qsu-z]$/u;
const lettered = /[\p{L}\p{N}]/u;

/** Whether a glyph is drawn high and wide enough for a person to read. Marks are as small as they are. */
function isLegible(glyph: Glyph): boolean {
  if (!lettered.test(glyph.text)) return true;
  const height = extent(across(glyph)(glyph.tight));
  const advance = Math.max(extent(along(glyph)(glyph.em)), extent(along(glyph)(glyph.tight)));
  const minimum = {
    height: high.test(glyph.text) ? minHeight : minLowHeight,
    advance: wide.test(glyph.text) ? minAdvance : minThinAdvance,
  };
  return height >= minimum.height && advance >= minimum.advance;
}
