import type { FieldEntry } from '../../results/entries.js';
import type { PageText } from '../page-text.js';
import { overlap, type Rectangle } from '../rectangle.js';
import { findQuote, type TextRange } from './find-quote.js';
import { findValue } from './find-value.js';

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
