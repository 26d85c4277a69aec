import type { Box } from '../../../core/index.js';
import type { WordPiece } from './words.js';

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
export function drawnInto(words: readonly WordPiece[], shapes: readonly Box[]): readonly WordPiece[] {
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
