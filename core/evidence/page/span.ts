import type { Box, Word } from '../../contracts/document.js';
import { memoizeByObject } from '../../values/memoize.js';
import { boxAround, type Row } from './page-index.js';

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
