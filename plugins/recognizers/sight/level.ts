import type { Box } from '../../../core/index.js';
import type { SeenWord } from './seeing.js';

/** An em is this much higher than what is inked of a line with capitals and small letters. */
const emOverInk = 1.2;
/** Lines with fewer words, or shorter than this many of their heights, say nothing about how the page lies. */
const fewestWords = 3;
const shortest = 8;

/** How far a page is askew, in radians clockwise: the middle of the slopes of its lines. 0 where no line is long enough. */
export function skewOf(words: readonly SeenWord[]): number {
  const slopes = linesOf(words)
    .filter((line) => line.length >= fewestWords && spanOf(line) > shortest * heightOf(line))
    .map((line) => Math.atan(lineThrough(line).slope))
    .sort((a, b) => a - b);
  return slopes[slopes.length >> 1] ?? 0;
}

/**
 * Gives the words of each line one height and one middle, as print in a document's own text has them: ink alone is higher for 'Ag' than for
 * 'on', and rows could not be told by it. In reading order.
 */
export function levelled(words: readonly SeenWord[]): readonly SeenWord[] {
  return linesOf(words).flatMap((line) => {
    const height = heightOf(line) * emOverInk;
    const { slope, at } = lineThrough(line);
    return line.map((word) => {
      const middle = at + slope * centre(word.box).x;
      return { ...word, box: { ...word.box, y: middle - height / 2, height } };
    });
  });
}

const linesOf = (words: readonly SeenWord[]): readonly (readonly SeenWord[])[] => [...Map.groupBy(words, ({ line }) => line).values()];

const centre = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

const spanOf = (line: readonly SeenWord[]): number =>
  Math.max(...line.map(({ box }) => box.x + box.width)) - Math.min(...line.map(({ box }) => box.x));

/** What three quarters of its words do not exceed: that a line stands in a frame, or beside a large sum, is not its height. */
function heightOf(line: readonly SeenWord[]): number {
  const heights = line.map(({ box }) => box.height).sort((a, b) => a - b);
  return heights[Math.floor((heights.length - 1) * 0.75)] ?? 0;
}

/** The straight line through the middles of a line's words, by least squares; level where there are too few. */
function lineThrough(line: readonly SeenWord[]): { readonly slope: number; readonly at: number } {
  const points = line.map(({ box }) => centre(box));
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  const slope =
    line.length < fewestWords || spread === 0 ? 0 : points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
  return { slope, at: meanY - slope * meanX };
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / Math.max(numbers.length, 1);
