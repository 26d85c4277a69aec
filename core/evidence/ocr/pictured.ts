import type { Box, OcrLine } from '../../contracts/document.js';
import { memoizeByObject } from '../../values/memoize.js';
import type { DocumentIndex } from '../page/document-index.js';
import { type Span, spansOf } from '../page/page-index.js';
import { squash } from '../print/normalise.js';
import { mayShow, type Support, supportFor } from './support.js';

/** A text in the picture of a page: how well the picture supports it, and the words that OCR read in its place. */
export interface PicturedText {
  readonly support: Support;
  readonly text: string;
  readonly page: number;
  readonly box: Box;
  /** Empty where OCR read nothing there. */
  readonly spans: readonly Span[];
}

/** Steps of the lines in which one text is looked for, at most: six pages of print that have all of its characters in each line. */
const maxSteps = 20_000;

/**
 * The places in the pictures of the pages that support a text best, one a line, most likely first. Empty where no engine kept what it saw, and
 * where so many lines could show the text that none would say anything.
 */
export function picturedAt(text: string, index: DocumentIndex, page?: number): readonly PicturedText[] {
  const lines = index.pages
    .filter(({ page: { number } }) => page === undefined || number === page)
    .flatMap(({ page: { number, lines = [] } }) => lines.map((line) => ({ line, page: number })))
    .filter(({ line }) => mayShow(text, line));
  if (lines.reduce((sum, { line: { steps } }) => sum + steps.length, 0) > maxSteps) return [];
  return lines
    .flatMap((place) => {
      const support = supportFor(text, place.line);
      if (!support) return [];
      const box = partOf(place.line, support);
      return [{ support, text, page: place.page, box, spans: wordsIn(box, place.page, index) }];
    })
    .toSorted((a, b) => b.support.likelihood - a.support.likelihood);
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
export function isIn(word: Box, box: Box): boolean {
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

/** A longer quote is not that of one row, and no row has more lines side by side. */
const maxQuoteWords = 40;
const maxRowLines = 20;

/** Tells of a place whether the other words of a quote are shown beside it or directly above it: together in one line, or each somewhere. */
export function rowShowing(quote: string, text: string, index: DocumentIndex): (place: PicturedText) => boolean {
  const own = squash(text);
  const all = quote.split(/\s+/, maxQuoteWords + 1);
  const words = all.filter((word) => squash(word).length > 1 && !own.includes(squash(word)));
  if (words.length === 0 || all.length > maxQuoteWords) return () => false;
  const together = memoizeByObject((line: OcrLine) => ({ shown: supportFor(words.join(' '), line) !== undefined }));
  const shownIn = memoizeByObject((line: OcrLine) =>
    words.filter((word) => (supportFor(word, line)?.likelihood ?? -Infinity) >= minWordLikelihood),
  );
  return ({ box, page }) => {
    const lines = index.pages.flatMap(({ page: { number, lines = [] } }) => (number === page ? lines : []));
    const row = lines.filter((line) => isBeside(line.box, box) || isAbove(line.box, box)).slice(0, maxRowLines);
    if (row.some((line) => together(line).shown)) return true;
    const shown = new Set(row.flatMap(shownIn));
    return lettersOf(words.filter((word) => shown.has(word))) >= minShare * lettersOf(words);
  };
}

const lettersOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + squash(word).length, 0);

/** Whether a line ends within one and a half of its heights above a place, and over it. */
const isAbove = (line: Box, place: Box): boolean =>
  place.y + place.height / 2 > line.y + line.height &&
  place.y - line.y - line.height < 1.5 * line.height &&
  Math.min(line.x + line.width, place.x + place.width) > Math.max(line.x, place.x);

/** Whether the middle of one of two boxes is at the height of the other. */
function isBeside(one: Box, other: Box): boolean {
  return Math.abs(one.y + one.height / 2 - (other.y + other.height / 2)) < Math.max(one.height, other.height) / 2;
}
