import type { Box } from '../../../core/index.js';
import { paleContrast } from '../../pdfium/contrast.js';
import { grown } from '../../pdfium/page-geometry.js';
import { type Handle, withBytes } from '../../pdfium/pdfium.js';
import { hasContrast, type PageBitmap, renderGrey } from '../../pdfium/render-grey.js';
import { AlikeGlyphs, type Drawing } from './alike-glyphs.js';
import { oneOfEach, type Specimens, shapesOf, specimensOf } from './drawn-shapes.js';
import { across, along, extent, type Glyph, quartersOf } from './glyphs.js';
import { type GlyphShape, likeness } from './shape.js';
import type { OpenPage } from './visibility.js';
import type { WordPiece } from './words.js';

/**
 * The pieces that do not look like their text: what a font draws and what it says it draws can be two things. Every digit is compared with
 * ordinary type, and of each font a sample of its letters; the words of a font without outlines (Type 3) are compared letter by letter.
 */
export function unlikeTheirText(open: OpenPage, pieces: readonly WordPiece[], drawn: PageBitmap): ReadonlySet<WordPiece> {
  const fonts = fontsOf(open, pieces);
  const suspects = pieces.filter((piece) => hasDigit(piece) || fonts.areDrawings(piece));
  const alike = new AlikeGlyphs(drawnForDigits(open, suspects, drawn), fonts.fontAt);
  const drawingOf = (glyph: Glyph): Drawing => alike.drawingOf(glyph);
  const isLike = (glyph: Glyph): boolean => drawingOf(glyph).isLike;
  compare(open, [...suspects.flatMap(({ glyphs }) => glyphs.filter(isCompared)), ...fonts.sample], drawingOf);
  const digitsOf = digitHeights(suspects, fonts.fontAt);
  const isWhole = (piece: WordPiece): boolean =>
    isAlike(piece, isLike) && marksOf(piece).every((mark) => isSmall(mark, digitsOf(mark, piece), drawn));
  const lying = fonts.mostlyUnlike(isLike);
  const upsideDown = (mainDirection(pieces) + 2) % 4;
  return new Set([
    ...suspects.filter((piece) => !isWhole(piece)),
    ...drawnInto(pieces, open.areas.shapes),
    ...pieces.filter(({ glyphs }) => glyphs.some((glyph) => quartersOf(glyph) === upsideDown)),
    ...pieces.filter((piece) => piece.styles.some(({ object }) => lying(object))),
  ]);
}

/**
 * In dots. A smaller digit may have the dots of another, and a font can draw two of its codes differently and call both 8: measured up to 6 point type
 * at the resolution at which words are looked for.
 */
const leastDigit = 7;
/** A smaller digit than one of 2 points is hidden. */
const finest = leastDigit / 2;

/** The page as drawn so fine that no two digits of its smallest type are drawn alike. */
function drawnForDigits({ pdfium, page, geometry }: OpenPage, pieces: readonly WordPiece[], drawn: PageBitmap): PageBitmap {
  let least = Infinity;
  for (const { glyphs } of pieces) for (const glyph of glyphs) if (isDigit(glyph)) least = Math.min(least, heightOf(glyph));
  const density = Math.min(leastDigit / least, finest);
  return density > drawn.density ? renderGrey(pdfium, page, geometry, 72 * density) : drawn;
}

/** The direction of most glyphs, in quarter turns. What stands on its head among them is read as something else: 6 as 9, 0689 as 6890. */
function mainDirection(pieces: readonly WordPiece[]): number {
  const counts = [0, 0, 0, 0];
  for (const { glyphs } of pieces) for (const glyph of glyphs) counts[quartersOf(glyph)] = (counts[quartersOf(glyph)] ?? 0) + 1;
  return counts.indexOf(Math.max(...counts));
}

/** Where one glyph touches its neighbours, others that are drawn like it do not; and thin strokes are seen better in other numbers of dots. */
const looks = [
  { glyphs: 1, scale: 1 },
  { glyphs: 3, scale: 1.5 },
  { glyphs: 3, scale: 1.2 },
];

/** Finds out of each drawing whether one of its first glyphs looks like its text. */
function compare(open: OpenPage, glyphs: readonly Glyph[], drawingOf: (glyph: Glyph) => Drawing): void {
  const specimens = specimensOf(open.pdfium);
  for (const look of looks) {
    const unknown = glyphs.filter((glyph) => !drawingOf(glyph).isLike);
    const seen = oneOfEach(unknown, drawingOf).flatMap((one) =>
      [one, ...drawingOf(one).glyphs.filter((other) => other !== one)].slice(0, look.glyphs),
    );
    for (const [glyph, shapes] of shapesOf(open, seen, look.scale)) drawingOf(glyph).isLike ||= oneLooksLike(glyph.text, shapes, specimens);
  }
}

const hasDigit = ({ text }: WordPiece): boolean => /\p{Nd}/u.test(text);

const isCompared = (glyph: Glyph): boolean => isDigit(glyph) || isLetter(glyph);

/** The marks that change a number. */
const marksOf = ({ glyphs }: WordPiece): readonly Glyph[] => glyphs.filter(({ text }) => /^[.,\-\u2212\u2013]$/.test(text));

/** How high the digits of a mark's font are in the size of its word: as the tallest of the page, since old-style figures differ in height. */
function digitHeights(pieces: readonly WordPiece[], fontAt: Fonts['fontAt']): (mark: Glyph, piece: WordPiece) => number {
  const tallest = new Map<Handle, number>();
  for (const { glyphs, size } of pieces)
    for (const glyph of glyphs.filter(isDigit)) {
      const font = fontAt(glyph.style.object);
      tallest.set(font, Math.max(tallest.get(font) ?? 0, heightOf(glyph) / size));
    }
  return (mark, { glyphs, size }) => {
    const least = Math.min(...glyphs.filter(isDigit).map(heightOf));
    return Math.min((tallest.get(fontAt(mark.style.object)) ?? 0) * size || least, maxOldStyle * least);
  };
}

/** The 6 of old-style figures is half as high again as their 1; in a font of somebody's making one digit may be of any height. */
const maxOldStyle = 1.6;

const heightOf = (glyph: Pick<Glyph, 'tight' | 'angle'>): number => extent(across(glyph)(glyph.tight));

/** Whether a mark is drawn, and is smaller than the digits of its font: no letter or digit can pass for it. */
function isSmall({ text, ...mark }: Glyph, digits: number, drawn: PageBitmap): boolean {
  const width = extent(along(mark)(mark.tight));
  const small = /[.,]/.test(text) ? heightOf(mark) < maxStop * digits : heightOf(mark) < maxStroke * digits && width > heightOf(mark);
  return small && hasContrast(drawn, grown(mark.tight, 1 / drawn.density), paleContrast);
}

/** The height of a stop or a stroke, in heights of a digit. */
const maxStop = 0.6;
const maxStroke = 0.4;

/** All digits must look like themselves. Letters have too many forms: more than half of them must. */
function isAlike({ glyphs }: WordPiece, isLike: (glyph: Glyph) => boolean): boolean {
  const compared = glyphs.filter(isCompared);
  const letters = compared.filter(isLetter);
  if (glyphs.some((glyph) => isForeignDigit(glyph) || isAskew(glyph)) || compared.length === 0) return false;
  return compared.every((glyph) => isLetter(glyph) || isLike(glyph)) && isMajority(letters, isLike);
}

const isDigit = ({ text }: Glyph): boolean => text.length === 1 && text >= '0' && text <= '9';
const isLetter = ({ text }: Glyph): boolean => text.length === 1 && ((text >= 'a' && text <= 'z') || (text >= 'A' && text <= 'Z'));
const isForeignDigit = (glyph: Glyph): boolean => glyph.text > '\u007f' && /\p{Nd}/u.test(glyph.text);
/** Turned by something else than right angles, so that it cannot be compared. */
const isAskew = ({ angle }: Glyph): boolean => Math.abs(Math.sin(2 * angle)) > 0.1;

const isMajority = (glyphs: readonly Glyph[], isLike: (glyph: Glyph) => boolean): boolean =>
  glyphs.length === 0 || glyphs.filter(isLike).length * 2 >= glyphs.length;

/** The likeness above which a digit is itself: in ordinary type no digit is as like to another. Measured: 0.76 at most. */
const sameDigit = 0.85;
/** Less than this is like nothing, for digits and for letters. */
const leastLike = 0.45;
/** The widths of one character in two faces differ by this factor at most; those of a 1, which may be a mere stroke, by more. */
const maxStretch = 1.8;
const maxStretchOfOne = 4;

/** A narrower shape is a mere stroke, as some faces draw a 1. */
const stroke = 0.3;

/** Makes the further shapes only where the first is unlike. */
function oneLooksLike(text: string, shapes: Iterable<GlyphShape>, specimens: Specimens): boolean {
  for (const shape of shapes) if (looksLike(text, shape, specimens)) return true;
  return false;
}

function looksLike(text: string, shape: GlyphShape, specimens: Specimens): boolean {
  if (shape.aspect < stroke) return /[1Iijl]/.test(text);
  const own = bestOf(text, shape, specimens);
  if (own < leastLike || own >= sameDigit || !/\d/.test(text)) return own >= leastLike;
  return [...'0123456789'].every((digit) => digit === text || bestOf(digit, shape, specimens) < own);
}

function bestOf(text: string, shape: GlyphShape, specimens: Specimens): number {
  let best = 0;
  for (const specimen of specimens(text)) {
    const stretch = Math.max(specimen.aspect / shape.aspect, shape.aspect / specimen.aspect);
    if (stretch <= (text === '1' ? maxStretchOfOne : maxStretch)) best = Math.max(best, likeness(specimen, shape));
  }
  return best;
}

/** What the fonts of some pieces are, and which of their letters to compare. */
interface Fonts {
  /** Whether a piece is in a Type 3 font, whose glyphs are drawings that may show anything. */
  areDrawings(piece: WordPiece): boolean;
  readonly sample: readonly Glyph[];
  /** Tells of a text object whether the sample of its font does not look like its text. */
  mostlyUnlike(isLike: (glyph: Glyph) => boolean): (object: Handle) => boolean;
  fontAt(object: Handle): Handle;
}

/** Different letters compared of each font, and the fewest that say something about it. */
const maxLetters = 8;
const minLetters = 4;
/** The fewest letters of a word from which they are taken, so that few words have to be drawn. */
const minWord = 5;

function fontsOf({ pdfium }: OpenPage, pieces: readonly WordPiece[]): Fonts {
  const fontOf = new Map<Handle, Handle>();
  const drawings = new Map<Handle, boolean>();
  const letters = new Map<Handle, Map<string, Glyph>>();
  const fontAt = (object: Handle): Handle => {
    const font = fontOf.get(object) ?? (object ? pdfium._FPDFTextObj_GetFont(object) : 0);
    fontOf.set(object, font);
    return font;
  };
  for (const { glyphs, styles } of pieces) {
    for (const { object } of styles) if (!drawings.has(fontAt(object))) drawings.set(fontAt(object), !hasOutlines(pdfium, fontAt(object)));
    if (glyphs.length < minWord) continue;
    for (const glyph of glyphs) {
      const own = letters.get(fontAt(glyph.style.object)) ?? new Map<string, Glyph>();
      letters.set(fontAt(glyph.style.object), own);
      if (own.size === maxLetters) break;
      if (isLetter(glyph) && !isAskew(glyph) && !own.has(glyph.text)) own.set(glyph.text, glyph);
    }
  }
  return {
    areDrawings: ({ styles }) => styles.some(({ object }) => drawings.get(fontAt(object)) === true),
    sample: [...letters.values()].flatMap((own) => [...own.values()]),
    fontAt,
    mostlyUnlike(isLike) {
      const unlike = new Set(
        [...letters].flatMap(([font, own]) => (own.size >= minLetters && !isMajority([...own.values()], isLike) ? [font] : [])),
      );
      return (object) => unlike.has(fontAt(object));
    },
  };
}

/** A Type 3 font has no file of outlines; every other has its own or that of the font that stands for it. */
function hasOutlines(pdfium: OpenPage['pdfium'], font: Handle): boolean {
  if (!font) return false;
  return withBytes(pdfium, 8, (out) => {
    pdfium.HEAPU32[out >> 2] = 0;
    return pdfium._FPDFFont_GetFontData(font, 0, 0, out) !== 0 && (pdfium.HEAPU32[out >> 2] ?? 0) > 0;
  });
}

/** A shape that may pass for a part of a digit is no larger than one, in heights of the word; a rule, a frame and the ground of a cell are larger. */
const largest = 1.5;
/** How far beside a word a shape may pass for a digit, a sign or a stop of it, in heights; bullets stand farther away. */
const beside = 0.5;
/** A shape whose middle is so far inside the height of a word, as a share of it, is no underline. */
const inside = 0.02;

/**
 * The words with digits into which something is drawn: a stroke makes a 4 of a 1, and paper over a stop takes two decimals away. What such a word
 * says may be another number than a person reads.
 */
function drawnInto(words: readonly WordPiece[], shapes: readonly Box[]): readonly WordPiece[] {
  const byLine = Map.groupBy(shapes, ({ y, height }) => Math.floor(y + height / 2));
  return words.filter(({ text, tight, glyphs }) => {
    if (!/\p{Nd}/u.test(text) || glyphs.some(({ angle }) => Math.abs(Math.sin(angle)) > 0.1)) return false;
    for (let at = Math.floor(tight.y); at <= tight.y + tight.height; at += 1)
      if (byLine.get(at)?.some((shape) => isPartOf(shape, tight))) return true;
    return false;
  });
}

function isPartOf(shape: Box, word: Box): boolean {
  const margin = beside * word.height;
  const middle = (shape.y + shape.height / 2 - word.y) / word.height;
  return (
    Math.max(shape.width, shape.height) <= largest * word.height &&
    middle >= inside &&
    middle <= 1 - inside &&
    shape.x < word.x + word.width + margin &&
    shape.x + shape.width > word.x - margin
  );
}
