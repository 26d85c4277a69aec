import { across, along, extent, type Glyph } from '../glyphs.js';

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
export function isLegible(glyph: Glyph): boolean {
  if (!lettered.test(glyph.text)) return true;
  const height = extent(across(glyph)(glyph.tight));
  const advance = Math.max(extent(along(glyph)(glyph.em)), extent(along(glyph)(glyph.tight)));
  const minimum = {
    height: high.test(glyph.text) ? minHeight : minLowHeight,
    advance: wide.test(glyph.text) ? minAdvance : minThinAdvance,
  };
  return height >= minimum.height && advance >= minimum.advance;
}
