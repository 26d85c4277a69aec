import type { Box, Word } from '../../contracts/document.js';
import { type LabelMatch, labelsIn } from '../labels/labels.js';
import type { PrintedNumber } from '../print/numbers.js';
import { datesAmong, numbersAmong, type RowToken } from '../print/tokens.js';
import { boxAround, gapBetween, type Row, type Span } from './page-index.js';

/** A row of a document and what is recognized in it. Positions in it count its words; ends are exclusive. */
export interface PageLine {
  readonly page: number;
  /** Index among all lines of the document, from 0. */
  readonly number: number;
  readonly words: readonly Word[];
  /** The words, joined by one space. */
  readonly text: string;
  readonly box: Box;
  readonly phrases: readonly Phrase[];
  readonly numbers: readonly RowToken<PrintedNumber>[];
  readonly dates: readonly RowToken<readonly string[]>[];
}

/** Words of a row without a wide gap between them: a name, a table cell, a label with its value, or a line of a paragraph. */
export interface Phrase extends Span {
  /** The words, joined by one space. */
  readonly text: string;
  readonly box: Box;
  /** The labels of the lexicon in it, in reading order. */
  readonly labels: readonly PhraseLabel[];
}

/** What a label announces: a concept of the lexicon, or `own` where it consists of words of the field itself. */
export type LabelConcept = LabelMatch['concept'];

/** A label in a phrase. */
export interface PhraseLabel {
  readonly concept: LabelConcept;
  readonly text: string;
  /** The range of words that it touches. */
  readonly from: number;
  readonly to: number;
  /** Offsets into the text of its phrase. */
  readonly start: number;
  readonly end: number;
}

/** A row of a document as a line; `number` is its index in the document. */
export function lineOf(row: Row, number: number): PageLine {
  const { page, words, text, box } = row;
  const phrases = phrasesOf(row, number, isSpaced);
  return { page, number, words, text, box, phrases, numbers: numbersAmong(words), dates: datesAmong(words) };
}

/** No printed line has more words, and no text goes on with words that are so long. The limits keep hostile pages cheap. */
const maxPhraseWords = 80;
const longestInPhrase = 200;
const isShort = ({ text }: Word): boolean => text.length <= longestInPhrase;

/** The phrases of a row, from left to right. Headers of neighbouring columns stand closer than other texts. */
export function phrasesOf(row: Row, order: number, joins = closesUp): readonly Phrase[] {
  const starts = row.words.flatMap((word, at) => (joins(row.words[at - 1], word) && at % maxPhraseWords > 0 && isShort(word) ? [] : [at]));
  return starts.map((from, at) => new RowPhrase(row, order, from, starts[at + 1] ?? row.words.length));
}

/** Looks for labels when it is first asked for them. */
class RowPhrase implements Phrase {
  readonly text: string;
  readonly box: Box;
  #labels: readonly PhraseLabel[] | undefined;

  constructor(
    readonly row: Row,
    readonly order: number,
    readonly from: number,
    readonly to: number,
  ) {
    const words = row.words.slice(from, to);
    this.text = words.map((word) => word.text).join(' ');
    this.box = boxAround(words);
  }

  get labels(): readonly PhraseLabel[] {
    this.#labels ??= labelsIn(this.text).map((match) => placed(this, match.concept, match));
    return this.#labels;
  }
}

/** Turns a range of a phrase's text into a label, with the words of the row that it touches. */
export function placed(phrase: Pick<Phrase, 'text' | 'from'>, concept: LabelConcept, at: { from: number; to: number }): PhraseLabel {
  const words = (end: number): number => {
    let before = phrase.from;
    for (let space = phrase.text.indexOf(' '); space >= 0 && space < end; space = phrase.text.indexOf(' ', space + 1)) before += 1;
    return before;
  };
  return { concept, text: phrase.text.slice(at.from, at.to), from: words(at.from), to: words(at.to) + 1, start: at.from, end: at.to };
}

/** Whether two neighbours belong to one text, such as a header or a name. */
export const closesUp = (left: Word | undefined, right: Word | undefined): boolean =>
  left !== undefined && right !== undefined && gapBetween(left, right) < 0.6;

/** Words of one text are at most one height apart; the spaces of typewriters are nearly as wide. */
const isSpaced = (left: Word | undefined, right: Word | undefined): boolean =>
  left !== undefined && right !== undefined && gapBetween(left, right) <= 1;

/** Whether words of the same text stand directly before a span. */
export const continuesText = ({ row: { words }, from }: Span): boolean => isSpaced(words[from - 1], words[from]);
