import type { Box, OcrLine } from '../../contracts/document.js';
import type { DocumentIndex } from '../page/document-index.js';
import { type Span, spansOf } from '../page/span.js';
import { squash } from '../print/normalise.js';
import { type Support, supportFor } from './support.js';

/** A text in the picture of a page: how well the picture supports it, and the words that OCR read in its place. */
export interface PicturedText extends Support {
  readonly text: string;
  readonly page: number;
  readonly box: Box;
  /** Empty where OCR read nothing there. */
  readonly spans: readonly Span[];
}

/** The places in the pictures of the pages that support a text best, one a line, most likely first. Empty where no engine kept what it saw. */
export function picturedAt(text: string, index: DocumentIndex, page?: number): readonly PicturedText[] {
  return index.pages
    .filter(({ page: { number } }) => page === undefined || number === page)
    .flatMap(({ page: { number, lines = [] } }) =>
      lines.flatMap((line) => {
        const support = supportFor(text, line);
        if (!support) return [];
        const box = partOf(line, support);
        return [{ ...support, text, page: number, box, spans: wordsIn(box, number, index) }];
      }),
    )
    .toSorted((a, b) => b.likelihood - a.likelihood);
}

/** Whether any picture of the pages can be asked. */
export const hasPictures = ({ pages }: DocumentIndex): boolean => pages.some(({ page }) => page.lines !== undefined);

/** The box of a part of a line. Lines that run down keep their box, because they may be read either way. */
function partOf({ box }: OcrLine, { from, to }: Support): Box {
  return box.height > box.width ? box : { ...box, x: box.x + from * box.width, width: (to - from) * box.width };
}

function wordsIn(box: Box, page: number, { rows }: DocumentIndex): readonly Span[] {
  return spansOf(
    rows.flatMap((row, order) =>
      row.page === page && overlap(row.box, box) > 0
        ? row.words.flatMap((word, index) => (isIn(word.box, box) ? [{ row, order, index }] : []))
        : [],
    ),
  );
}

/** Whether most of a word lies in a box, or the box in the word, and their middles are at one height. */
function isIn(word: Box, box: Box): boolean {
  const middle = word.y + word.height / 2;
  return middle > box.y && middle < box.y + box.height && overlap(word, box) > 0.5 * Math.min(word.width, box.width);
}

/** The width that two boxes share; 0 where they are not at one height. */
const overlap = (a: Box, b: Box): number =>
  Math.min(a.y + a.height, b.y + b.height) > Math.max(a.y, b.y)
    ? Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x))
    : 0;

/** The share of the other words of a quote, by letters, that the row of a place must show, and how surely it must show each of them. */
const minShare = 0.6;
const minWordLikelihood = -3;

/** Whether the other words of a quote are shown beside a place or directly above it: together in one line, or each somewhere. */
export function rowShows(quote: string, { text, box, page }: PicturedText, index: DocumentIndex): boolean {
  const words = quote.split(/\s+/).filter((word) => squash(word).length > 1 && !squash(text).includes(squash(word)));
  const lines = index.pages.flatMap(({ page: { number, lines = [] } }) => (number === page ? lines : []));
  const row = lines.filter((line) => isBeside(line.box, box) || isAbove(line.box, box));
  if (row.some((line) => supportFor(words.join(' '), line))) return true;
  const shown = words.filter((word) => row.some((line) => (supportFor(word, line)?.likelihood ?? -Infinity) >= minWordLikelihood));
  const letters = (some: readonly string[]): number => some.reduce((sum, word) => sum + squash(word).length, 0);
  return words.length > 0 && letters(shown) >= minShare * letters(words);
}

/** Whether a line ends within one and a half of its heights above a place, and over it. */
const isAbove = (line: Box, place: Box): boolean =>
  place.y + place.height / 2 > line.y + line.height &&
  place.y - line.y - line.height < 1.5 * line.height &&
  Math.min(line.x + line.width, place.x + place.width) > Math.max(line.x, place.x);

/** Whether the middle of one of two boxes is at the height of the other. */
function isBeside(one: Box, other: Box): boolean {
  return Math.abs(one.y + one.height / 2 - (other.y + other.height / 2)) < Math.max(one.height, other.height) / 2;
}
