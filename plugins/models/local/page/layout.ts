import type { Box, Document, Word, YieldToEventLoop } from '../../../../core/index.js';
import {
  boxAround,
  type Concept,
  datesAmong,
  gapBetween,
  indexPage,
  labelsIn,
  numbersAmong,
  type PrintedNumber,
  type Row,
  type RowToken,
} from '../../../../core/text.js';

/** A row of a page and what is recognized in it. Positions in it count its words; ends are exclusive. */
export interface PageLine {
  readonly page: number;
  /** Index among all lines of the document, from 0. */
  readonly number: number;
  readonly words: readonly Word[];
  readonly box: Box;
  readonly phrases: readonly Phrase[];
  readonly numbers: readonly RowToken<PrintedNumber>[];
  readonly dates: readonly RowToken<readonly string[]>[];
}

/** Words of a row without a wide gap between them: a table cell, a label with its value, or a line of a paragraph. */
export interface Phrase {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly box: Box;
  readonly labels: readonly Label[];
}

/** What a label announces: a concept of the lexicon, or `own` where it consists of words of the field itself. */
export type LabelConcept = Concept | 'own';

/** A label in a phrase, known from the lexicon or from a field's own words. */
export interface Label {
  readonly concept: LabelConcept;
  readonly text: string;
  /** The range of words that it touches. */
  readonly from: number;
  readonly to: number;
  /** Offsets into the text of its phrase. */
  readonly start: number;
  readonly end: number;
}

/** A document as lines, in page order. */
export interface DocumentLayout {
  readonly lines: readonly PageLine[];
  readonly effort: SearchEffort;
  /** The number of the first page: 1 unless the document is a part of a file. */
  readonly firstPage: number;
  /** The page heights by page number. */
  readonly heights: ReadonlyMap<number, number>;
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

/** A wider gap between two words, in line heights, starts a new phrase. */
const maxPhraseGapHeights = 1;

/** No printed line has more words. The limit keeps hostile pages cheap. */
const maxPhraseWords = 80;

/**
 * Splits the pages of a document into lines and phrases.
 * @throws the signal's reason when it fires in between.
 */
export async function layOut(document: Document, effort: SearchEffort, yieldToEventLoop: YieldToEventLoop): Promise<DocumentLayout> {
  const lines: PageLine[] = [];
  for (const page of document.pages) {
    await yieldToEventLoop();
    for (const row of indexPage(page).rows) {
      await yieldToEventLoop();
      lines.push(lineOf(row, lines.length));
    }
  }
  return {
    lines,
    effort,
    firstPage: document.pages[0]?.number ?? 1,
    heights: new Map(document.pages.map(({ number, height }) => [number, height])),
    heads: new Set(),
    body: new Set(),
  };
}

function lineOf(row: Row, number: number): PageLine {
  const { page, words, box } = row;
  const breaks = words.flatMap((word, at) => {
    const before = words[at - 1];
    return before && gapBetween(before, word) <= maxPhraseGapHeights && at % maxPhraseWords > 0 ? [] : [at];
  });
  const phrases = breaks.map((from, index) => phraseOf(words, from, breaks[index + 1] ?? words.length));
  return { page, number, words, box, phrases, numbers: numbersAmong(words), dates: datesAmong(words) };
}

function phraseOf(words: readonly Word[], from: number, to: number): Phrase {
  const own = words.slice(from, to);
  const text = own.map((word) => word.text).join(' ');
  const phrase = { from, to, text, box: boxAround(own) };
  return { ...phrase, labels: labelsIn(text).map((match) => placed(phrase, match.concept, match)) };
}

/** Turns a range of a phrase's text into a label, with the words of the row that it touches. */
export function placed(phrase: Pick<Phrase, 'text' | 'from'>, concept: LabelConcept, at: { from: number; to: number }): Label {
  const words = (end: number) => phrase.text.slice(0, end).split(' ').length - 1 + phrase.from;
  return { concept, text: phrase.text.slice(at.from, at.to), from: words(at.from), to: words(at.to) + 1, start: at.from, end: at.to };
}

/** Words of a row, joined by single spaces. */
export const textOf = (line: PageLine, from: number, to: number): string =>
  line.words
    .slice(from, to)
    .map((word) => word.text)
    .join(' ');

export const boxOf = (line: PageLine, from: number, to: number): Box => boxAround(line.words.slice(from, to));

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

export const right = (box: Box): number => box.x + box.width;

export const bottom = (box: Box): number => box.y + box.height;

export const middle = (box: Box): number => box.x + box.width / 2;

/** How much of the narrower of two boxes the other covers horizontally, 0..1. */
export function overlap(a: Box, b: Box): number {
  const shared = Math.min(right(a), right(b)) - Math.max(a.x, b.x);
  return shared <= 0 ? 0 : shared / Math.max(Math.min(a.width, b.width), 0.01);
}

/** Counts letters without bracketed text and currency codes, because neither is part of a label. */
export const wordLetters = (text: string): number => letters(text.replace(/\([^)]*\)/g, '').replace(/\b[A-Z]{3}\b/g, ''));

/** The number of letters in a text. It measures how much of the text a label takes up. */
export const letters = (text: string): number => (text.match(/\p{L}/gu) ?? []).length;
