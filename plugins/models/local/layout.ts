import type { Box } from '../../../core/index.js';
import { bottom, boxAround, type DocumentIndex, type LabelConcept, letters, type PageLine, type Phrase } from '../../../core/text.js';

/** The lines of a document, and what is known about them before values are searched. */
export interface DocumentLayout {
  readonly index: DocumentIndex;
  readonly lines: readonly PageLine[];
  readonly effort: SearchEffort;
  /** Numbers of the lines that are table headers: a value below such a line is a column value, not a field of its own. */
  readonly heads: ReadonlySet<number>;
  /** Numbers of the lines that are rows of such a table: their amounts are not totals. */
  readonly body: ReadonlySet<number>;
}

/** How far the reader searches. The rules stay the same, and a value found further away is no surer. */
export interface SearchEffort {
  /** How far a value may stand to the right of its label or below it, in label heights. */
  readonly maxHeightsRight: number;
  readonly maxHeightsBelow: number;
}

export const efforts = {
  normal: { maxHeightsRight: 30, maxHeightsBelow: 2.2 },
  thorough: { maxHeightsRight: 60, maxHeightsBelow: 4 },
} as const satisfies Readonly<Record<string, SearchEffort>>;

/** Words of a row, joined by single spaces. */
export const textOf = (line: PageLine, from: number, to: number): string =>
  line.words
    .slice(from, to)
    .map((word) => word.text)
    .join(' ');

export const boxOf = (line: PageLine, from: number, to: number): Box => boxAround(line.words.slice(from, to));

export const phraseAt = ({ phrases }: PageLine, word: number): Phrase | undefined =>
  phrases.find(({ from, to }) => from <= word && word < to);

export const hasLabel = ({ phrases }: PageLine, concepts: ReadonlySet<LabelConcept>): boolean =>
  phrases.some(({ labels }) => labels.some(({ concept }) => concepts.has(concept)));

/** The lines of the same page below a box, nearest first, whose top is at most this many box heights away. */
export function linesBelow(layout: DocumentLayout, line: PageLine, box: Box, heights: number): readonly PageLine[] {
  const found: PageLine[] = [];
  for (let at = line.number + 1; at < layout.lines.length; at += 1) {
    const next = layout.lines[at];
    if (!next || next.page !== line.page || next.box.y > bottom(box) + heights * box.height) break;
    found.push(next);
  }
  return found;
}

/** Counts letters without bracketed text and currency codes, because neither is part of a label. */
export const wordLetters = (text: string): number => letters(text.replace(/\([^()]*\)/g, '').replace(/\b[A-Z]{3}\b/g, ''));

export const digitsIn = (text: string): number => text.replace(/\D/g, '').length;
