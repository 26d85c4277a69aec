import type { Box, Page, Word } from '../../contracts/document.js';
import { memoizeByObject } from '../../values/memoize.js';
import { sharesColumn } from './boxes.js';

/** Words side by side on a page, from left to right. */
export interface Row {
  readonly page: number;
  readonly words: readonly Word[];
  /** The words, joined by one space. */
  readonly text: string;
  readonly box: Box;
  /** The index of the row on its page, from the top, from 0. */
  readonly number: number;
}

/** A page in rows, for searching. Hidden words are kept apart, because they are not evidence. */
export interface PageIndex {
  readonly page: Page;
  readonly rows: readonly Row[];
  readonly hiddenRows: readonly Row[];
  /** The visible words in reading order, joined by one space. */
  readonly reading: string;
  /** The same with words joined that a line end has broken: 'Liefe-' 'rant' → 'Lieferant'. Equal to `reading` if there are none. */
  readonly rejoined: string;
}

/** Arranges a page in rows and in reading order. */
export const indexPage = memoizeByObject((page: Page): PageIndex => {
  const texts = page.words.map((word) => word.text);
  return {
    page,
    rows: rowsOf(page, page.words),
    hiddenRows: rowsOf(page, page.hidden),
    reading: texts.join(' '),
    rejoined: rejoin(page.words).join(' '),
  };
});

/** The smallest box around all words; empty at the origin if there are none. */
export function boxAround(words: readonly Word[]): Box {
  if (words.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { box } of words) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The height of the type: that of the box, unless the letters are too narrow for it, as in turned text or fonts with wrong metrics. */
const typeHeight = ({ text, box }: Word): number => Math.min(box.height, (5 * box.width) / Math.max(text.length, 1));

/** The gap between neighbours in a row, in heights of the smaller word; negative if they overlap. */
export function gapBetween(left: Word, right: Word): number {
  const height = Math.min(typeHeight(left), typeHeight(right));
  const gap = right.box.x - left.box.x - left.box.width;
  return height > 0 ? gap / height : gap > 0 ? Number.POSITIVE_INFINITY : 0;
}

/** Centres of one row differ by at most this much of the smaller height. */
const rowTolerance = 0.45;
/** No printed row has more words; a hostile one is cut into several. */
const maxRowWords = 150;
/** A word may belong to one of this many last rows. */
const maxRowsBack = 6;

function rowsOf(page: Page, words: readonly Word[]): readonly Row[] {
  const sorted = words.toSorted((a, b) => centre(a) - centre(b));
  // Specks and rules that OCR took for marks must not decide where a line runs.
  const open = withSpecks(opened(sorted.filter((word) => !isSpeck(word))), sorted.filter(isSpeck));
  return open.map((row, number) => {
    const sorted = row.toSorted((a, b) => a.box.x - b.box.x);
    return { page: page.number, words: sorted, text: sorted.map(({ text }) => text).join(' '), box: boxAround(sorted), number };
  });
}

/** Puts each word, from the top, into the nearest open row or opens a new one. */
function opened(words: readonly Word[]): Word[][] {
  const open: Word[][] = [];
  for (const word of words) {
    const row = nearestRow(open.slice(-maxRowsBack), word);
    if (row) row.push(word);
    else open.push([word]);
  }
  return open;
}

/** Adds the specks to the rows, or as rows of their own between them. */
function withSpecks(rows: Word[][], specks: readonly Word[]): readonly Word[][] {
  const loose: Word[] = [];
  let at = 0;
  for (const speck of specks) {
    while (at < rows.length && lower(rows[at], [speck]) < 0) at += 1;
    const row = nearestRow(rows.slice(Math.max(0, at - maxRowsBack), at + maxRowsBack), speck);
    if (row) row.push(speck);
    else loose.push(speck);
  }
  return loose.length === 0 ? rows : [...rows, ...opened(loose)].toSorted(lower);
}

function nearestRow(rows: readonly Word[][], word: Word): Word[] | undefined {
  const [at, height] = [centre(word), typeHeight(word)];
  const open = rows.filter(({ length }) => length < maxRowWords);
  const inReach = open.filter(([first]) => first && Math.abs(centre(first) - at) <= rowTolerance * Math.min(typeHeight(first), height));
  const near = inReach.filter((row) => !row.some((other) => standsOver(other, word)));
  return near.length < 2 ? near[0] : near.toSorted((a, b) => distance(a, word) - distance(b, word))[0];
}

const lower = ([a]: readonly Word[] = [], [b]: readonly Word[] = []): number => (a && b ? centre(a) - centre(b) : 0);

/** An OCR word without a letter, a digit or a currency sign. */
const isSpeck = ({ ocr, text }: Word): boolean => ocr && !/[\p{L}\p{N}\p{Sc}]/u.test(text);

const centre = ({ box }: Word): number => box.y + box.height / 2;

/** The distance from a word's centre to that of the word that opened the row. */
const distance = ([first]: readonly Word[], word: Word): number => (first ? Math.abs(centre(first) - centre(word)) : 0);

/** Whether a word is printed below another rather than beside it; then it opens a row of its own, however high the boxes are. */
function standsOver(upper: Word, lower: Word): boolean {
  const shared = Math.min(upper.box.x + upper.box.width, lower.box.x + lower.box.width) - Math.max(upper.box.x, lower.box.x);
  const lowered = centre(lower) - centre(upper) > minLeadingHeights * Math.min(typeHeight(upper), typeHeight(lower));
  return lowered && shared > 0.5 * Math.min(upper.box.width, lower.box.width);
}

/** A smaller offset means one line printed twice, as in fake bold. */
const minLeadingHeights = 0.2;

/** Joins broken words if the joined form stands elsewhere on the page, or both halves are lower case. */
function rejoin(words: readonly Word[]): readonly string[] {
  const known = new Set(words.map(({ text }) => text.toLowerCase()));
  const texts: string[] = [];
  let broken: string | undefined;
  words.forEach((word, at) => {
    const next = words[at + 1];
    const text = (broken ?? '') + word.text;
    const half = next && /^(.*\p{L})[-\u00AD\u2010\u2011]$/u.exec(text)?.[1];
    broken =
      half && next && centre(next) - centre(word) > rowTolerance * typeHeight(word) && joins(half, next.text, known) ? half : undefined;
    if (broken === undefined) texts.push(text);
  });
  return texts;
}

function joins(half: string, rest: string, known: ReadonlySet<string>): boolean {
  const whole = (half + rest).toLowerCase().replace(/[^\p{L}\p{N}]+$/u, '');
  return known.has(whole) || (/^\p{Ll}+$/u.test(half) && /^\p{Ll}+[^\p{L}\p{N}]*$/u.test(rest));
}

/** Words of one row, by their indexes; the end is exclusive. */
export interface Span {
  readonly row: Row;
  /** Index of the row in the whole document, from 0. */
  readonly order: number;
  readonly from: number;
  readonly to: number;
}

export const wordsOf = ({ row, from, to }: Span): readonly Word[] => row.words.slice(from, to);

/** Whether two spans have a word in common. */
export const meets = (one: Span, other: Span): boolean => one.order === other.order && one.from < other.to && one.to > other.from;

export const boxOf = memoizeByObject((span: Span): Box => boxAround(wordsOf(span)));

/** The words, joined by one space. */
export const textOf = ({ row, from, to }: Span): string =>
  row.words
    .slice(from, to)
    .map((word) => word.text)
    .join(' ');

/** Edges of the numbers in one column differ by at most this, in points. */
export const maxEdgeGapPoints = 3;
export const leftOf = (span: Span): number => boxOf(span).x;
export const rightOf = (span: Span): number => boxOf(span).x + boxOf(span).width;

/** Whether two spans stand in one column, by either edge. */
export const sharesEdge = (one: Span, other: Span): boolean =>
  [leftOf, rightOf].some((edge) => Math.abs(edge(one) - edge(other)) <= maxEdgeGapPoints);

/** The same, or over each other, however little they overlap. */
export const isInColumnOf = (one: Span, other: Span): boolean => sharesEdge(one, other) || sharesColumn(boxOf(one), boxOf(other));

/** Whether OCR has read a word of a span. */
export const isRead = (span: Span): boolean => wordsOf(span).some(({ ocr }) => ocr);

/** A printed value at its place, with the values it can mean. */
export interface Spot<V> extends Span {
  readonly text: string;
  /** True for a percentage such as `19 %`. */
  readonly percent: boolean;
  /** The currency symbol or code printed with it. */
  readonly currency: string | undefined;
  /** True before a unit of time: `30 days` is not an amount of money, whatever its label says. */
  readonly duration: boolean;
  /** Digits after the decimal mark; 0 for dates. */
  readonly decimals: number;
  readonly readings: readonly V[];
}

/** The place of a word: its row, the row's index in the document, and the word's index in the row. */
export interface PageSpan {
  readonly row: Row;
  readonly order: number;
  readonly index: number;
}

/** The spans that cover these words, one for each row. */
export const spansOf = (words: readonly PageSpan[]): readonly Span[] =>
  [...Map.groupBy(words, (word) => word.row)].map(([row, places]) => ({
    row,
    order: places[0]?.order ?? 0,
    from: Math.min(...places.map((place) => place.index)),
    to: Math.max(...places.map((place) => place.index)) + 1,
  }));
