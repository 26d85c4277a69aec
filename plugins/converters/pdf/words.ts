import type { Box } from '../../../core/index.js';
import { union } from '../../pdfium/geometry.js';
import { type Glyph, gap, type Style } from './glyphs.js';

/** A stretch of a word in one look: what is hidden inside a word shows only when its pieces are judged apart. */
export interface Piece {
  readonly text: string;
  readonly box: Box;
  /** Where its ink is. */
  readonly ink: Box;
  /** The height of its type, across the direction in which it is written. */
  readonly size: number;
  readonly styles: readonly Style[];
}

/** Splits glyphs into words at white space, and where the next glyph does not continue the line of the last one. */
export function* wordsOf(glyphs: Iterable<Glyph | typeof gap>): Generator<readonly Piece[]> {
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

/** In heights of the type: how far the next glyph may stand ahead, behind and beside the line. */
const reach = { ahead: 0.8, back: 0.6, beside: 0.6 };

function continues(last: Glyph, next: Glyph): boolean {
  if (Math.cos(next.angle - last.angle) < 0.9) return false;
  const [start, end] = along(last)(last.em);
  const [nextStart] = along(last)(next.em);
  const [top, bottom] = across(last)(last.em);
  const [nextTop, nextBottom] = across(last)(next.em);
  const height = Math.max(Math.min(bottom - top, nextBottom - nextTop), 1);
  const beside = Math.abs(top + bottom - nextTop - nextBottom) / 2;
  return nextStart - end < reach.ahead * height && start - nextStart < reach.back * height && beside < reach.beside * height;
}

const along = (glyph: Glyph) => (box: Box) => project(box, Math.cos(glyph.angle), Math.sin(glyph.angle));
const across = (glyph: Glyph) => (box: Box) => project(box, -Math.sin(glyph.angle), Math.cos(glyph.angle));
const extent = ([from, to]: readonly [number, number]): number => to - from;

/** Where a box begins and ends in a direction. */
function project(box: Box, cos: number, sin: number): readonly [number, number] {
  const middle = (box.x + box.width / 2) * cos + (box.y + box.height / 2) * sin;
  const half = (Math.abs(box.width * cos) + Math.abs(box.height * sin)) / 2;
  return [middle - half, middle + half];
}

function pieces(word: readonly Glyph[]): readonly Piece[] {
  const groups: Glyph[][] = [];
  for (const glyph of word) {
    const group = groups.at(-1);
    if (group?.[0] && alike(group[0].style, glyph.style)) group.push(glyph);
    else groups.push([glyph]);
  }
  return groups.map((group) => ({
    text: group.map((glyph) => glyph.text).join(''),
    box: group.map((glyph) => glyph.em).reduce(union),
    ink: group.map((glyph) => glyph.ink).reduce(union),
    size: Math.max(...group.map((glyph) => extent(across(glyph)(glyph.em)))),
    styles: [...new Set(group.map((glyph) => glyph.style))],
  }));
}

const alike = (a: Style, b: Style): boolean => a === b || (a.mode === b.mode && a.color === b.color);

/** Pieces that share a fate, as one again. */
export const join = (parts: readonly Piece[]): Pick<Piece, 'text' | 'box'> => ({
  text: parts.map((piece) => piece.text).join(''),
  box: parts.map((piece) => piece.box).reduce(union),
});
