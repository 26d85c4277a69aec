import type { Box, FileTrace } from '../../../core/index.js';
import { overlap, union } from '../../pdfium/page-geometry.js';
import type { PaintedAreas } from './painted-areas.js';
import type { WordPiece } from './words.js';

/** A line through words is this thin at most, in points and as a share of their height, and runs between these shares of it, with its edges rounded out. */
const thickest = 4.5;
const through = { from: 0.2, to: 0.8, thick: 0.6, along: 0.85 };
/** It ends where its words end, so many of their heights beyond at most: the line of a frame goes on. */
const maxBeyond = 4;

/** The visible words of a page that a line or a note strikes out. */
export function tracesOn(words: readonly WordPiece[], areas: PaintedAreas, struckAreas: readonly Box[]): readonly FileTrace[] {
  const lines = areas.shapes.filter(({ height, width }) => height <= thickest && width > 2 * height);
  const struck = [...linesThrough(words, lines), ...words.filter(({ tight }) => struckAreas.some((area) => isWithin(tight, area)))];
  return runsOf(words, new Set(struck))
    .slice(0, maxTraces)
    .map((text) => ({ kind: 'struck', text }));
}
const maxTraces = 20;

/** The words that a line goes through, where it begins with the first of them and ends with the last. */
function linesThrough(words: readonly WordPiece[], lines: readonly Box[]): readonly WordPiece[] {
  const byHeight = Map.groupBy(lines, middleOf);
  const crossed = new Map<Box, WordPiece[]>();
  for (const word of words.filter(isUpright))
    for (let at = Math.floor(word.tight.y); at <= word.tight.y + word.tight.height; at += 1)
      for (const line of byHeight.get(at) ?? []) if (isThrough(line, word.tight)) crossed.set(line, [...(crossed.get(line) ?? []), word]);
  return [...crossed].flatMap(([line, own]) => (endsWith(line, own.map(({ tight }) => tight).reduce(union)) ? own : []));
}

/** Letters, not marks: a dash is no line through a dash. */
const isUpright = ({ text, glyphs }: WordPiece): boolean =>
  /[\p{L}\p{N}]/u.test(text) && glyphs.every(({ angle }) => Math.abs(Math.sin(angle)) < 0.1);

const middleOf = ({ y, height }: Box): number => Math.floor(y + height / 2);

function isThrough(line: Box, word: Box): boolean {
  const at = (line.y + line.height / 2 - word.y) / word.height;
  const shared = Math.min(line.x + line.width, word.x + word.width) - Math.max(line.x, word.x);
  return at >= through.from && at <= through.to && line.height <= through.thick * word.height && shared >= through.along * word.width;
}

function endsWith(line: Box, words: Box): boolean {
  const beyond = maxBeyond * words.height;
  return words.x - line.x <= beyond && line.x + line.width - words.x - words.width <= beyond;
}

const isWithin = (word: Box, area: Box): boolean => overlap(word, area) > 0.5 * word.width * word.height;

/** The texts of words that follow each other. */
function runsOf(words: readonly WordPiece[], chosen: ReadonlySet<WordPiece>): readonly string[] {
  const runs: WordPiece[][] = [];
  words.forEach((word, at) => {
    if (!chosen.has(word)) return;
    const before = words[at - 1];
    if (before && chosen.has(before)) runs.at(-1)?.push(word);
    else runs.push([word]);
  });
  return runs.map(said);
}

const said = (words: readonly WordPiece[]): string =>
  words
    .slice(0, 12)
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 200);
