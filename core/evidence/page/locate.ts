import type { Word } from '../../contracts/document.js';
import { clingingLabel } from '../print/affixes.js';
import { fold, squash } from '../print/normalise.js';
import { sharesColumn } from './boxes.js';
import { type PageIndex, type PageSpan, type Row, type Span, spansOf } from './page-index.js';

/** The words of a quote on a page, row by row. */
export interface Passage {
  readonly page: number;
  readonly spans: readonly Span[];
}

/** The words of one page joined without spaces and marks, with the way back from each character to its word. */
interface WordStream {
  readonly page: number;
  readonly text: string;
  /** For each character of `text`, the index into `words`. */
  readonly owner: readonly number[];
  /** For each character the run of letters and digits it belongs to; punctuation inside a word separates runs. */
  readonly runs: readonly number[];
  readonly words: readonly PlacedWord[];
}
interface PlacedWord extends PageSpan {
  readonly word: Word;
}

/** Finds quotes on the visible pages of one document: by rows, and in the document's reading order where a cell wraps. */
export class Locator {
  readonly #streams: ReadonlyMap<number, readonly WordStream[]>;
  /** Results by quote and page, because the cells of one row usually share their quote. */
  readonly #found = new Map<string, Map<number | undefined, readonly Passage[]>>();

  constructor(index: { readonly rows: readonly Row[]; readonly pages: readonly PageIndex[] }) {
    const placed = new Map<Word, PlacedWord>();
    for (const [order, row] of index.rows.entries()) {
      for (const [position, word] of row.words.entries()) placed.set(word, { word, row, order, index: position });
    }
    this.#streams = new Map(
      index.pages.map(({ page, rows }) => {
        const byRows = rows.flatMap((row) => row.words);
        const orders = byRows.every((word, at) => word === page.words[at]) ? [byRows] : [byRows, page.words];
        return [page.number, orders.map((words) => streamOf(page.number, words, placed))];
      }),
    );
  }

  /** Every place where the quote is printed, in document order. A quote without letters must be whole words of one row, or broken at a hyphen. */
  find(quote: string, page?: number): readonly Passage[] {
    const ofQuote = this.#found.get(quote) ?? new Map<number | undefined, readonly Passage[]>();
    this.#found.set(quote, ofQuote);
    const known = ofQuote.get(page);
    if (known) return known;
    const streams = page === undefined ? [...this.#streams.values()].flat() : (this.#streams.get(page) ?? []);
    const found = search(quote, streams);
    ofQuote.set(page, found);
    return found;
  }
}

function search(quote: string, streams: readonly WordStream[]): readonly Passage[] {
  const wanted = squash(quote);
  if (wanted === '') return [];
  const numeric = /\p{L}/u.test(wanted) ? undefined : bare(quote);
  const found = streams.flatMap((stream) => passages(stream, { quote, wanted, numeric }));
  return [
    ...new Map(found.map((passage) => [passage.spans.map((span) => `${span.order}:${span.from}-${span.to}`).join(), passage])).values(),
  ];
}

function streamOf(page: number, words: readonly Word[], placed: ReadonlyMap<Word, PlacedWord>): WordStream {
  const known = words.flatMap((word) => placed.get(word) ?? []);
  const owner: number[] = [];
  const runs: number[] = [];
  let text = '';
  let run = 0;
  for (const [index, { word }] of known.entries()) {
    for (const piece of word.text.split(/[^\p{L}\p{M}\p{N}]+/u)) {
      const squashed = squash(piece);
      text += squashed;
      run += 1;
      for (let i = 0; i < squashed.length; i += 1) {
        owner.push(index);
        runs.push(run);
      }
    }
  }
  return { page, text, owner, runs, words: known };
}

/** A quote, its letters and digits alone, and, for a quote without letters, the exact text that one row must have. */
interface SoughtQuote {
  readonly quote: string;
  readonly wanted: string;
  readonly numeric: string | undefined;
}

/** More passages than this are not needed. */
const maxPassages = 50;

function passages(stream: WordStream, { quote, wanted, numeric }: SoughtQuote): readonly Passage[] {
  const found: Passage[] = [];
  for (let at = stream.text.indexOf(wanted); at >= 0 && found.length < maxPassages; at = stream.text.indexOf(wanted, at + 1)) {
    const from = stream.owner[at] ?? 0;
    const to = (stream.owner[at + wanted.length - 1] ?? from) + 1;
    const words = stream.words.slice(...withMarks(quote, stream.words, [from, to]));
    if (numeric === undefined ? !cutsAWord(stream, at, wanted.length) : isWhole(words, numeric))
      found.push({ page: stream.page, spans: spansOf(words) });
  }
  return found;
}

/** Whether the quote begins or ends inside a longer word: two letters or two digits of one run stand on both sides of an end. */
const cutsAWord = ({ text, runs }: WordStream, at: number, length: number): boolean => {
  const split = (end: number) => runs[end - 1] === runs[end] && isDigit(text[end - 1]) === isDigit(text[end]);
  return split(at) || split(at + length);
};
const isDigit = (character: string | undefined): boolean => /\d/.test(character ?? '');

/** A label, a number sign, a bracket or a mask that clings to the first word, and marks that end a sentence, are not part of the number. */
const isWhole = (words: readonly PlacedWord[], numeric: string): boolean => {
  const printed = words.map((word) => word.word.text).join('');
  const alone = printed
    .slice(0, maxLetters)
    .slice(clingingLabel(printed).length)
    .replace(/[.,;:]+$/, '')
    .replace(masked, '$1')
    .replace(/^[([]+|[)\]]+$/g, '');
  return words.every((word, at) => continues(words[at - 1], word)) && (bare(printed) === numeric || bare(alone) === numeric);
};
/** A number is shorter. */
const maxLetters = 200;
/** The last digits of a card or an account behind those that are hidden: `************5131`, `(XXXX-XXXX-5131)`. */
const masked = /^\(?(?=[*•]|[xX]{2})[*•xX-]+(\d{2,6})\)?$/;

/** Whether a word stands beside the one before it, or under it where that is broken: `3567/2017-` over `18`. */
const continues = (before: PlacedWord | undefined, { word, row }: PlacedWord): boolean =>
  before === undefined ||
  before.row === row ||
  (/[-/]$/.test(before.word.text) &&
    before.row.page === row.page &&
    word.box.y > before.word.box.y &&
    sharesColumn(before.word.box, word.box));

/** Drops spaces and currency signs, which may or may not be separated from a number and cannot be searched alone. */
const bare = (text: string): string => fold(text).replace(/[\s\p{Sc}]/gu, '');

interface Marked extends PageSpan {
  readonly word: { readonly text: string };
}

/**
 * Extends a range of quoted words by the marks around them that are words of their own on the page: `EUR 5.00 -` and `55.00 €`. Without them
 * the evidence would lose its sign or currency. The end is exclusive.
 */
export function withMarks(quote: string, words: readonly Marked[], [from, to]: readonly [number, number]): readonly [number, number] {
  const text = fold(quote);
  const before = marksAtStart(text);
  const after = before === text ? '' : marksAtEnd(text);
  const left = consumed(marksFrom(words, from, -1), reversed(before.replace(/\s/g, '')), reversed);
  const right = consumed(marksFrom(words, to - 1, 1), after.replace(/\s/g, ''), (text) => text);
  return [from - left, to + right];
}

const marksAtStart = (text: string): string => /^[^\p{L}\p{N}]*/u.exec(text)?.[0] ?? '';

/** Read from the end: an expression that ends there is tried at every character before. */
function marksAtEnd(text: string): string {
  let at = text.length;
  while (at > 0 && !/[\p{L}\p{N}\p{Cs}]/u.test(text[at - 1] ?? '')) at -= 1;
  return text.slice(at);
}

/** The marks attached to one side of a word, then the words in its row that consist of marks only. */
function* marksFrom(words: readonly Marked[], at: number, step: 1 | -1): Generator<string> {
  const edge = fold(words[at]?.word.text ?? '');
  yield (step === 1 ? marksAtEnd : marksAtStart)(edge);
  for (let next = at + step; words[next]?.row === words[at]?.row; next += step) {
    const text = words[next]?.word.text;
    if (text === undefined || squash(text) !== '') return;
    yield fold(text);
  }
}

/** How many words of marks the quote continues with; the first marks belong to the quoted word itself. */
function consumed(printed: Iterable<string>, quoted: string, outwards: (text: string) => string): number {
  if (quoted === '') return 0;
  const [clinging = '', ...marks] = printed;
  const own = outwards(clinging);
  let rest = quoted.startsWith(own) ? quoted.slice(own.length) : quoted;
  let count = 0;
  for (const mark of marks.map(outwards)) {
    if (mark === '' || !rest.startsWith(mark)) break;
    rest = rest.slice(mark.length);
    count += 1;
  }
  return count;
}

const reversed = (text: string): string => [...text].toReversed().join('');
