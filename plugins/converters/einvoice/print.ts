import type { Page, Word } from '../../../core/index.js';
import type { ListedLine } from './listing.js';

/** Of a typewriter, in points. */
const character = { width: 6, height: 10 };
const lineHeight = 15;
const margin = 50;

/** Prints lines on one page, as long and as wide as they need. */
export function printed(lines: readonly ListedLine[], number: number): Page {
  const words = lines.flatMap((line, index) => line.flatMap(({ column, text }) => wordsOf(text, column, margin + index * lineHeight)));
  const right = words.reduce((most, { box }) => Math.max(most, box.x + box.width), 0);
  return {
    number,
    width: Math.max(595, right + margin),
    height: Math.max(842, lines.length * lineHeight + 2 * margin),
    textLayer: words.length > 0 ? 'native' : 'none',
    words,
    hidden: [],
  };
}

const wordsOf = (text: string, column: number, y: number): readonly Word[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    box: { x: margin + (column + index) * character.width, y, width: word.length * character.width, height: character.height },
    ocr: false,
  }));
