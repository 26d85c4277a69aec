import type { Box } from '../../../core/index.js';
import type { OcrWord } from './picture.js';

/** Letters and signs that reach below the line, and those that do not reach the height of capitals. */
const descending = /[gjpqyQçş,;()[\]{}|@$§/\\_&]/u;
const tall = /[\p{Lu}\p{N}bdfhklß]/u;

/** Of an em, in heights of a capital: what lies above the line of writing, and below it. Typical of text faces. */
const em = { above: 1.3, below: 0.35 };

/** Lines with fewer words that stand on the line, or shorter than this many of their heights, say nothing about how the page lies. */
const fewestWords = 3;
const shortest = 8;

/** How far a page is askew, in radians clockwise: as all its lines together fit best. 0 where no line is long enough. */
export function skewOf(words: readonly OcrWord[]): number {
  const lines = linesOf(words)
    .map(standing)
    .filter((line) => line.length >= fewestWords && spanOf(line) > shortest * capitalOf(line));
  const sums = lines.map((line) => spreads(line.map(footOf)));
  const [together, along] = [sum(sums.map(({ xy }) => xy)), sum(sums.map(({ xx }) => xx))];
  return along === 0 ? 0 : Math.atan(together / along);
}

/**
 * Gives the words of each line one height and one foot, as print in a document's own text has them: ink alone is higher for 'Ag' than for
 * 'on', and rows could not be told by it.
 */
export function levelled(words: readonly OcrWord[]): readonly OcrWord[] {
  return linesOf(words).flatMap((line) => {
    const capital = capitalOf(line);
    const foot = footLine(line);
    return line.map((word) => {
      const { x, width } = word.box;
      return { ...word, box: { x, width, y: foot(x + width / 2) - em.above * capital, height: (em.above + em.below) * capital } };
    });
  });
}

const linesOf = (words: readonly OcrWord[]): readonly (readonly OcrWord[])[] => [...Map.groupBy(words, ({ line }) => line).values()];

/** The words whose ink ends on the line of writing; all of them where there is none. */
function standing(line: readonly OcrWord[]): readonly OcrWord[] {
  const words = line.filter(({ text }) => !descending.test(text));
  return words.length > 0 ? words : line;
}

/** The height of a capital: the middle of the words that have letters so high; of all of them where none has. */
function capitalOf(line: readonly OcrWord[]): number {
  const high = standing(line).filter(({ text }) => tall.test(text));
  const heights = (high.length > 0 ? high : line).map(({ box }) => box.height).sort((a, b) => a - b);
  return heights[heights.length >> 1] ?? 0;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const footOf = ({ box: { x, y, width, height } }: { readonly box: Box }): Point => ({ x: x + width / 2, y: y + height });

/** Where the line of writing is at any x: straight through the feet of its words by least squares, level where there are too few. */
function footLine(line: readonly OcrWord[]): (x: number) => number {
  const points = standing(line).map(footOf);
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const { xy, xx } = spreads(points);
  const slope = points.length < fewestWords || xx === 0 ? 0 : xy / xx;
  return (x) => meanY + slope * (x - meanX);
}

/** How far points spread along x, and together with it along y. */
function spreads(points: readonly Point[]): { readonly xx: number; readonly xy: number } {
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  return { xx: sum(points.map(({ x }) => (x - meanX) ** 2)), xy: sum(points.map(({ x, y }) => (x - meanX) * (y - meanY))) };
}

const spanOf = (line: readonly OcrWord[]): number =>
  Math.max(...line.map(({ box }) => box.x + box.width)) - Math.min(...line.map(({ box }) => box.x));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const mean = (numbers: readonly number[]): number => sum(numbers) / Math.max(numbers.length, 1);
