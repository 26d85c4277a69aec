import type { Entry } from '../../results/fields/entries.js';
import type { PageText } from '../view/page-text.js';
import { findQuote, type Range } from './find-quote.js';
import { findValue } from './find-value.js';
import type { Placed, Rectangle } from './placed.js';

/**
 * Where the evidence of every field stands: the boxes of the service where it sent them, else the quote is looked for in the text of its
 * page. A field without either has no entry: a box is never invented.
 */
export async function place(
  entries: readonly Entry[],
  textOf: (page: number) => Promise<PageText | undefined>,
): Promise<ReadonlyMap<string, Placed>> {
  const pages = new Map<number, PageText | undefined>();
  for (const page of new Set(entries.flatMap((entry) => entry.page ?? []))) pages.set(page, await textOf(page));
  return new Map(
    entries.flatMap((entry) => {
      const placed = placeOf(entry, entries, entry.page === undefined ? undefined : pages.get(entry.page));
      return placed ? [[entry.path, placed] as const] : [];
    }),
  );
}

function placeOf(entry: Entry, entries: readonly Entry[], text: PageText | undefined): Placed | undefined {
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

function valueRectangles(entry: Entry, entries: readonly Entry[], text: PageText, ranges: readonly Range[]): readonly Rectangle[] {
  const found = findValue(entry.text ?? '', entry.value);
  const rivals = entries.filter((other) => sameRow(other, entry) && other.text === entry.text && other.value === entry.value);
  const chosen = found[found.length - rivals.length + rivals.indexOf(entry)] ?? found[0];
  return chosen ? within(ranges, chosen).flatMap(({ from, to }) => text.rectangles(from, to)) : [];
}

const sameRow = (a: Entry, b: Entry): boolean => a.row?.array === b.row?.array && a.row?.index === b.row?.index;

/** Rows that print the same words stand one under the other. */
function occurrenceOf(entry: Entry, entries: readonly Entry[]): number {
  if (!entry.row) return 0;
  const alike = entries.filter(({ page, text, row }) => page === entry.page && text === entry.text && row?.array === entry.row?.array);
  return [...new Set(alike.map(({ row }) => row?.index))].indexOf(entry.row.index);
}

/** A range of a quote's characters, in the pieces in which the quote was found. */
function within(pieces: readonly Range[], { from, to }: Range): readonly Range[] {
  let passed = 0;
  return pieces.flatMap((piece) => {
    const start = Math.max(piece.from, piece.from + from - passed);
    const end = Math.min(piece.to, piece.from + to - passed);
    passed += piece.to - piece.from;
    return start < end ? [{ from: start, to: end }] : [];
  });
}

const overlap = (a: Rectangle, b: Rectangle): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
