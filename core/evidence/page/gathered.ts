import { memoizeByPair } from '../../values/memoize.js';
import { squash } from '../print/normalise.js';
import type { DocumentIndex } from './document-index.js';
import { boxOf, type PageSpan, type Row, type Span, spansOf } from './page-index.js';

/** The words of a quote that stand around one place of its value, in whatever order the page prints them. */
export interface Gathering {
  /** The place of the value. */
  readonly place: Span;
  /** The share of the quote's letters and digits that stand there, 0..1. */
  readonly share: number;
  /** The words of the quote in the value's own row, with the value and what is printed between them. */
  readonly line: Span;
}

/** In line heights: words further above or below belong to another part of the page. */
const maxDistanceHeights = 8;
/** Only the first places of a value are tried; a table may print it a thousand times. */
const maxPlaces = 40;
/** Kerning and OCR part a word into at most this many, or join as many. */
const maxJoined = 3;
/** A longer quote is no quote of one value. */
const maxQuotedWords = 60;

/**
 * Looks for the words of a quote around each place of its value, and returns the place with most of them, the nearest on a tie: quotes run
 * across columns, follow another reading order than the page's, or take their label from the heading above.
 */
export function gatheredAround(quote: string, places: readonly Span[], index: DocumentIndex): Gathering | undefined {
  const wanted = quote
    .split(/\s+/)
    .map(squash)
    .filter((word) => word !== '');
  const letters = wanted.join('').length;
  if (letters === 0 || wanted.length > maxQuotedWords) return undefined;
  const found = places.slice(0, maxPlaces).map((place) => {
    const runs = taken(wanted, runsAround(place.row, index));
    const share = runs.reduce((sum, run) => sum + run.letters, 0) / letters;
    return { place, share, line: lineOf(place, runs), spread: spreadOf(place, runs) };
  });
  return found.toSorted((a, b) => b.share - a.share || a.spread - b.spread)[0];
}

/** Neighbouring words of a row that spell one word together. */
interface WordRun {
  readonly row: Row;
  readonly from: number;
  readonly to: number;
  readonly letters: number;
}

/** The words and joined neighbours of the rows near a row, by their letters and digits; the nearest first. */
const runsAround = memoizeByPair((row: Row, { pages }: DocumentIndex): ReadonlyMap<string, readonly WordRun[]> => {
  const rows = pages.find(({ page }) => page.number === row.page)?.rows ?? [];
  const near = rows
    .filter((other) => distanceBetween(row, other) <= maxDistanceHeights)
    .toSorted((a, b) => Math.abs(a.number - row.number) - Math.abs(b.number - row.number));
  const runs = new Map<string, WordRun[]>();
  for (const other of near)
    for (const [squashed, run] of runsIn(other)) {
      const known = runs.get(squashed);
      if (known) known.push(run);
      else runs.set(squashed, [run]);
    }
  return runs;
});

function runsIn(row: Row): readonly (readonly [string, WordRun])[] {
  const texts = row.words.map(({ text }) => squash(text));
  return texts.flatMap((_, from) =>
    Array.from({ length: Math.min(maxJoined, texts.length - from) }, (_, more) => from + more + 1).flatMap((to) => {
      const squashed = texts.slice(from, to).join('');
      return squashed === '' ? [] : [[squashed, { row, from, to, letters: squashed.length }] as const];
    }),
  );
}

const distanceBetween = ({ box: a }: Row, { box: b }: Row): number =>
  a.height > 0 ? Math.max(0, Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height)) / a.height : Number.POSITIVE_INFINITY;

/** Takes each wanted word once: as it is printed, or together with its neighbours in the quote. */
function taken(wanted: readonly string[], runs: ReadonlyMap<string, readonly WordRun[]>): readonly WordRun[] {
  const used = new Map<Row, Set<number>>();
  const found: WordRun[] = [];
  for (let at = 0; at < wanted.length; at += 1) {
    for (let end = at + 1; end <= Math.min(wanted.length, at + maxJoined); end += 1) {
      const run = runs.get(wanted.slice(at, end).join(''))?.find((candidate) => isFree(candidate, used));
      if (!run) continue;
      markUsed(run, used);
      found.push(run);
      at = end - 1;
      break;
    }
  }
  return found;
}

const isFree = ({ row, from, to }: WordRun, used: ReadonlyMap<Row, ReadonlySet<number>>): boolean =>
  Array.from({ length: to - from }, (_, at) => from + at).every((at) => !used.get(row)?.has(at));

function markUsed({ row, from, to }: WordRun, used: Map<Row, Set<number>>): void {
  const words = used.get(row) ?? new Set();
  for (let at = from; at < to; at += 1) words.add(at);
  used.set(row, words);
}

/** From the first to the last of these words in the value's row. */
function lineOf(place: Span, runs: readonly WordRun[]): Span {
  const { row, order } = place;
  const edges = [place, ...runs.filter((run) => run.row === row)].flatMap(({ from, to }): PageSpan[] => [
    { row, order, index: from },
    { row, order, index: to - 1 },
  ]);
  return spansOf(edges)[0] ?? place;
}

/** The sum of the distances of the words from the value, in points: the nearest place is the meant one. */
function spreadOf(place: Span, runs: readonly WordRun[]): number {
  const { x, y, width } = boxOf(place);
  const boxes = runs.flatMap(({ row, from }) => row.words[from]?.box ?? []);
  return boxes.reduce((sum, box) => sum + Math.abs(box.y - y) + Math.max(0, x - box.x - box.width, box.x - x - width), 0);
}
