import type { Json } from '../../../core/contracts/schema.js';
import type { FieldEntry } from '../results/entries.js';
import { type PageText, plainText } from './page-text.js';
import { overlap, type Rectangle } from './rectangle.js';

/** The position of a field's evidence, with one rectangle for each line of text. */
export interface EvidencePosition {
  readonly page: number;
  /** The words that state the value. */
  readonly value: readonly Rectangle[];
  /** The whole quote around it. */
  readonly quote: readonly Rectangle[];
}

/**
 * The position of every field's evidence, by its path: the boxes that the service sent, or else the quote in the text of its page.
 * A field with neither gets no position, because a box must not be invented.
 */
export async function findPositions(
  entries: readonly FieldEntry[],
  textOf: (page: number) => Promise<PageText | undefined>,
): Promise<ReadonlyMap<string, EvidencePosition>> {
  const pages = new Map<number, PageText | undefined>();
  for (const page of new Set(entries.flatMap((entry) => entry.page ?? []))) pages.set(page, await textOf(page));
  return new Map(
    entries.flatMap((entry) => {
      const position = positionOf(entry, entries, entry.page === undefined ? undefined : pages.get(entry.page));
      return position ? [[entry.path, position] as const] : [];
    }),
  );
}

function positionOf(entry: FieldEntry, entries: readonly FieldEntry[], text: PageText | undefined): EvidencePosition | undefined {
  const { page, text: quote, boxes = [] } = entry;
  const given = boxes.filter((box) => box.page === page);
  if (page === undefined || quote === undefined) return undefined;
  const ranges = text && findQuote(text.characters, quote, occurrenceOf(entry, entries));
  const found = text && ranges ? ranges.flatMap(({ from, to }) => text.rectangles(from, to)) : [];
  const whole = given.length > 0 ? given.map(({ x, y, w, h }) => ({ x, y, w, h })) : found;
  if (whole.length === 0) return undefined;
  const value =
    text && ranges ? valueRectangles(entry, entries, text, ranges).filter((part) => whole.some((box) => overlap(part, box))) : [];
  return { page, quote: whole, value: value.length > 0 ? value : whole };
}

function valueRectangles(
  entry: FieldEntry,
  entries: readonly FieldEntry[],
  text: PageText,
  ranges: readonly TextRange[],
): readonly Rectangle[] {
  const found = findValue(entry.text ?? '', entry.value);
  const rivals = entries.filter((other) => sameRow(other, entry) && other.text === entry.text && other.value === entry.value);
  const chosen = found[found.length - rivals.length + rivals.indexOf(entry)] ?? found[0];
  return chosen ? within(ranges, chosen).flatMap(({ from, to }) => text.rectangles(from, to)) : [];
}

const sameRow = (a: FieldEntry, b: FieldEntry): boolean => a.row?.array === b.row?.array && a.row?.index === b.row?.index;

/** The number of the entry's row among rows that print the same words, which follow each other on the page. */
function occurrenceOf(entry: FieldEntry, entries: readonly FieldEntry[]): number {
  if (!entry.row) return 0;
  const alike = entries.filter(({ page, text, row }) => page === entry.page && text === entry.text && row?.array === entry.row?.array);
  return [...new Set(alike.map(({ row }) => row?.index))].indexOf(entry.row.index);
}

/** Maps a range of a quote's characters to the pieces in which the quote was found. */
function within(pieces: readonly TextRange[], { from, to }: TextRange): readonly TextRange[] {
  let passed = 0;
  return pieces.flatMap((piece) => {
    const start = Math.max(piece.from, piece.from + from - passed);
    const end = Math.min(piece.to, piece.from + to - passed);
    passed += piece.to - piece.from;
    return start < end ? [{ from: start, to: end }] : [];
  });
}

interface TextRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The ranges of a quote in the characters of a page: one, or a few where a table separates its parts. `occurrence` is the number of the
 * match among equal rows, from 0. Undefined when one of its words is not on the page.
 */
export function findQuote(characters: string, quote: string, occurrence = 0): readonly TextRange[] | undefined {
  const { text } = plainText(quote);
  if (text === '') return undefined;
  const whole = nth(characters, text, occurrence) ?? nth(characters, text, 0);
  return whole === undefined ? inPieces(characters, quote) : [{ from: whole, to: whole + text.length }];
}

function nth(characters: string, text: string, occurrence: number): number | undefined {
  let at = characters.indexOf(text);
  for (let passed = 0; at >= 0 && passed < occurrence; passed += 1) at = characters.indexOf(text, at + text.length);
  return at < 0 ? undefined : at;
}

const maxPieces = 5;

/** Finds the longest beginning that is printed, then does the same with the rest. */
function inPieces(characters: string, quote: string): readonly TextRange[] | undefined {
  let words = quote.split(/\s+/).filter((word) => plainText(word).text !== '');
  const ranges: TextRange[] = [];
  while (words.length > 0) {
    const piece = longest(characters, words, ranges.at(-1)?.to ?? 0);
    if (!piece || ranges.length === maxPieces) return undefined;
    ranges.push(piece.range);
    words = words.slice(piece.words);
  }
  return ranges;
}

function longest(
  characters: string,
  words: readonly string[],
  after: number,
): { readonly range: TextRange; readonly words: number } | undefined {
  for (let count = words.length; count > 0; count -= 1) {
    const { text } = plainText(words.slice(0, count).join(''));
    const ahead = characters.indexOf(text, after);
    const from = ahead < 0 ? characters.indexOf(text) : ahead;
    if (from >= 0) return { range: { from, to: from + text.length }, words: count };
  }
  return undefined;
}

/** The ranges in a quote, counted without spaces, that can be read as the value: '1.234' matches 1234 as well as 1.234. */
export function findValue(quote: string, value: Json): readonly TextRange[] {
  if (typeof value === 'number')
    return matches(quote, numbers)
      .filter(({ text }) => prints(text, value))
      .map(({ range }) => range);
  if (typeof value !== 'string') return [];
  const [characters, wanted] = [plainText(quote).text, plainText(value).text];
  for (const printed of [wanted, signs[value]]) {
    const at = printed ? characters.lastIndexOf(printed) : -1;
    if (printed && at >= 0) return [{ from: at, to: at + printed.length }];
  }
  return /^\d{4}-\d\d-\d\d$/.test(value) ? matches(quote, dates).map(({ range }) => range) : [];
}

/** A currency is read as its code, but often printed as its sign. */
const signs: Readonly<Record<string, string>> = { EUR: '€', USD: '$', GBP: '£', JPY: '¥', CHF: 'fr.' };

const numbers = /(?<![\p{L}\d])\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,'’]\d+)*/gu;
const dates = /\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}\.?\s+\p{L}+\.?\s+\d{4}|\p{L}+\.?\s+\d{1,2},?\s+\d{4}/gu;

function matches(quote: string, pattern: RegExp): readonly { readonly text: string; readonly range: TextRange }[] {
  return [...quote.matchAll(pattern)].map(({ 0: text, index }) => {
    const from = plainText(quote.slice(0, index)).text.length;
    return { text, range: { from, to: from + plainText(text).text.length } };
  });
}

function prints(text: string, value: number): boolean {
  const bare = text.replace(/[ \u00a0\u202f'’]/g, '');
  const readings = [bare.replaceAll(',', ''), bare.replaceAll('.', '').replace(',', '.')];
  return readings.some((reading) => Math.abs(Number(reading) - Math.abs(value)) < 1e-9);
}
