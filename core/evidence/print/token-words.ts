import type { Box, Word } from '../../contracts/document.js';
import { boxAround, gapBetween } from '../page/page-index.js';

/** A value in the words of a row. */
export interface RowToken<V> {
  /** The words joined by one space, as printed, without a label that is glued to them by a colon. */
  readonly text: string;
  readonly words: readonly Word[];
  /** Index of its first word, and the index after its last. Two tokens may share a word that contains two dates. */
  readonly from: number;
  readonly to: number;
  readonly box: Box;
  readonly value: V;
}

/** In line heights: the largest gap between words of one value. */
export const wordGapHeights = 1;

export function tokenOf<V>(words: readonly Word[], from: number, to: number, text: string, value: V): RowToken<V> {
  const own = words.slice(from, to);
  return { text, words: own, from, to, box: boxAround(own), value };
}

/** The words joined by one space, without a label that is glued to the first one. */
export function textOf(words: readonly Word[], from: number, to: number): string {
  const texts = words.slice(from, to).map(({ text }) => text);
  return withoutLabel(texts.join(' '));
}

/** 'Date:03/04/2025' → '03/04/2025'. The quick test comes first because most words have no colon. */
export const withoutLabel = (text: string): string => (text.includes(':') ? (/^\p{L}[^:\d]*:(?=\S)(.+)$/u.exec(text)?.[1] ?? text) : text);

/** The gap before a word, in line heights; infinite before the first word. */
export function gapBefore(words: readonly Word[], at: number): number {
  const [left, right] = [words[at - 1], words[at]];
  return left && right ? gapBetween(left, right) : Number.POSITIVE_INFINITY;
}

/** The widest gap between two of the words, in line heights. */
export const widestGap = (words: readonly Word[], from: number, to: number): number =>
  words.slice(from + 1, to).reduce((widest, _, at) => Math.max(widest, gapBefore(words, from + 1 + at)), Number.NEGATIVE_INFINITY);
