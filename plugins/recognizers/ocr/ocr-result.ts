import type { Box, OcrLine, OcrResult, Word } from '../../../core/index.js';
import { paleContrast } from '../../pdfium/contrast.js';
import { hasContrast, type PageBitmap } from '../../pdfium/render-grey.js';
import { hasFaintInk } from './faint-ink.js';
import { type OcrWord, rotationOf, straightened } from './picture.js';

type NumberedWord = OcrWord & Pick<Word, 'incomplete'>;

/** One pass over a page: the picture, and the words that were read from it. */
export interface RecognizedPage {
  readonly words: readonly OcrWord[];
  /** Numbered as the words name them; their boxes are in dots of the picture, too. */
  readonly lines?: readonly OcrLine[];
  readonly picture: PageBitmap;
  /** The clockwise rotation in quarter turns, before the picture was straightened by `skew` radians. */
  readonly quarters: number;
  readonly skew: number;
}

/** A smaller rotation, in degrees, counts as none. */
const minTurn = 0.05;

/** The result in points of the upright page: what people see of it. The remaining skew is taken out of the boxes. */
export function ocrResultOf(page: RecognizedPage): OcrResult {
  const { words: seen, lines, picture, quarters, skew } = seenOf(page);
  const words = seen.map((word) =>
    /\d/.test(word.text) && hasFaintInk(word, seen, picture) ? { ...word, incomplete: true as const } : word,
  );
  const rest = skewOf(words);
  const level = levelled(words.map((word) => ({ ...word, box: straightened(word.box, picture, rest) })));
  const turn = rotationOf(quarters, skew + rest);
  const inPoints = (box: Box): Box => scaled(straightened(box, picture, rest), 1 / picture.density);
  return {
    words: level.map((word) => wordOf(word, picture.density)),
    turn: Math.abs(turn) < minTurn ? 0 : turn,
    ...(lines && { lines: lines.map(({ box, steps }) => ({ box: inPoints(box), steps })) }),
  };
}

/** Without words that nobody sees: an engine reads ink that is as good as white, too. What was seen of their lines would prove them. */
function seenOf({ words, lines, picture, ...page }: RecognizedPage): RecognizedPage {
  const { seen = [], pale = [] } = Object.groupBy(words, ({ box }) => (hasContrast(dots(picture), box, paleContrast) ? 'seen' : 'pale'));
  const palePlaces = new Set(pale.map(({ line }) => line));
  return { ...page, words: seen, picture, ...(lines && { lines: lines.filter((_, at) => !palePlaces.has(at)) }) };
}

/** A picture whose points are its dots. */
const dots = (picture: PageBitmap): PageBitmap => ({ ...picture, density: 1 });

const wordOf = ({ line: _, box, ...word }: NumberedWord, density: number): Word => ({ ...word, box: scaled(box, 1 / density), ocr: true });

const scaled = ({ x, y, width, height }: Box, times: number): Box => ({
  x: x * times,
  y: y * times,
  width: width * times,
  height: height * times,
});

/** Characters that reach below the baseline, and those as high as capitals. */
const descending = /[gjpqyQçş,;()[\]{}|@$§/\\_&]/u;
const tall = /[\p{Lu}\p{N}bdfhklß]/u;

/** The parts of an em above and below the baseline, in heights of a capital. Typical of text faces. */
const em = { above: 1.3, below: 0.35 };

/** Lines with fewer words on the baseline, or shorter than this many capital heights, do not show the skew of a page. */
const minWords = 3;
const minSpan = 8;

/** The skew of a page in radians clockwise, the best fit over all its lines. 0 where no line is long enough. */
export function skewOf(words: readonly OcrWord[]): number {
  const lines = linesOf(words)
    .map(onBaseline)
    .filter((line) => line.length >= minWords && spanOf(line) > minSpan * capitalOf(line));
  const sums = lines.map((line) => spreads(line.map(baselinePointOf)));
  const [sumXY, sumXX] = [sum(sums.map(({ xy }) => xy)), sum(sums.map(({ xx }) => xx))];
  return sumXX === 0 ? 0 : Math.atan(sumXY / sumXX);
}

/**
 * Gives the words of each line one height and one baseline, as in a document's own text. Rows could not be found from boxes around the
 * characters alone, which are higher for 'Ag' than for 'on'.
 */
function levelled<T extends OcrWord>(words: readonly T[]): readonly T[] {
  return linesOf(words).flatMap((line) => {
    const capital = capitalOf(line);
    const baseline = baselineOf(line);
    return line.map((word) => {
      const { x, width } = word.box;
      return { ...word, box: { x, width, y: baseline(x + width / 2) - em.above * capital, height: (em.above + em.below) * capital } };
    });
  });
}

const linesOf = <T extends OcrWord>(words: readonly T[]): readonly (readonly T[])[] => [...Map.groupBy(words, ({ line }) => line).values()];

/** The words without descenders; all of them where every word has one. */
function onBaseline(line: readonly OcrWord[]): readonly OcrWord[] {
  const words = line.filter(({ text }) => !descending.test(text));
  return words.length > 0 ? words : line;
}

/** The height of a capital: the median over the words with letters of that height, or over all words where none has one. */
function capitalOf(line: readonly OcrWord[]): number {
  const high = onBaseline(line).filter(({ text }) => tall.test(text));
  const heights = (high.length > 0 ? high : line).map(({ box }) => box.height).sort((a, b) => a - b);
  return heights[heights.length >> 1] ?? 0;
}

interface BaselinePoint {
  readonly x: number;
  readonly y: number;
}

const baselinePointOf = ({ box: { x, y, width, height } }: { readonly box: Box }): BaselinePoint => ({ x: x + width / 2, y: y + height });

/** The baseline as a function of x, fitted to the feet of its words by least squares; level where there are too few. */
function baselineOf(line: readonly OcrWord[]): (x: number) => number {
  const points = onBaseline(line).map(baselinePointOf);
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const { xy, xx } = spreads(points);
  const slope = points.length < minWords || xx === 0 ? 0 : xy / xx;
  return (x) => meanY + slope * (x - meanX);
}

/** The sums of squares of points along x, and of products of x and y, around their means. */
function spreads(points: readonly BaselinePoint[]): { readonly xx: number; readonly xy: number } {
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  return { xx: sum(points.map(({ x }) => (x - meanX) ** 2)), xy: sum(points.map(({ x, y }) => (x - meanX) * (y - meanY))) };
}

const spanOf = (line: readonly OcrWord[]): number =>
  Math.max(...line.map(({ box }) => box.x + box.width)) - Math.min(...line.map(({ box }) => box.x));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const mean = (numbers: readonly number[]): number => sum(numbers) / Math.max(numbers.length, 1);
