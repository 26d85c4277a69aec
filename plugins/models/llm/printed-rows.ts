import { type Document, memoize, memoizeByObject, memoizeByPair } from '../../../core/index.js';
import { fold, indexPage, type PageIndex, type Row } from '../../../core/text.js';
import { readRow } from './read-row.js';
import type { CompactTable } from './reply.js';

/** The printed row of each row of a table on a page; undefined for a row that the page does not show. */
export function anchorsOf(table: CompactTable, page: number, document: Document): readonly (Anchor | undefined)[] {
  const shown = document.pages.find(({ number }) => number === page);
  return shown ? anchorsOn(table, indexPage(shown)) : table.rows.map(() => undefined);
}

const anchorsOn = memoizeByPair(({ rows, columns }: CompactTable, page: PageIndex) =>
  alignRows(
    rows.map((row) => readRow(row, columns).values.map((value) => value ?? undefined)),
    page.rows,
  ),
);

export interface Anchor {
  readonly at: number;
  readonly match: RowMatch;
}

/** An answer that would need more comparisons is not one about a page of a document; its rows are not looked for. */
const maxComparisons = 1_000_000;

/**
 * The printed row of each row of an answer, both from the top: the pairing that shows most of the values (a longest common subsequence by
 * weight). Undefined for a row that no printed row shows.
 */
export function alignRows(answered: readonly RowValues[], printed: readonly Row[]): readonly (Anchor | undefined)[] {
  const values = answered.reduce((count, row) => count + row.length + 1, 0);
  if (values * printed.length > maxComparisons) return answered.map(() => undefined);
  const lines = printed.map(lineOf);
  const matches = answered.map(soughtIn).map((own) => lines.map((line) => matchRow(own, line)));
  const best = bestWeights(matches, printed.length);
  const anchors: (Anchor | undefined)[] = answered.map(() => undefined);
  let [row, at] = [answered.length, printed.length];
  while (row > 0 && at > 0) {
    if (best[row]?.[at] === best[row]?.[at - 1]) at -= 1;
    else if (best[row]?.[at] === best[row - 1]?.[at]) row -= 1;
    else {
      row -= 1;
      at -= 1;
      const match = matches[row]?.[at];
      if (match) anchors[row] = { at, match };
    }
  }
  return anchors;
}

/** `[i][j]`: the most weight that the first i rows of the answer can have in the first j printed ones. */
function bestWeights(matches: readonly (readonly RowMatch[])[], width: number): readonly (readonly number[])[] {
  const best: number[][] = [Array.from({ length: width + 1 }, () => 0)];
  for (const [row, own] of matches.entries()) {
    const above = best[row] ?? [];
    const line = [0];
    for (const [at, { weight }] of own.entries()) {
      const paired = weight > 0 ? (above[at] ?? 0) + weight : 0;
      line.push(Math.max(line[at] ?? 0, above[at + 1] ?? 0, paired));
    }
    best.push(line);
  }
  return best;
}

/** The values of a row of an answer, in the order of its columns; undefined where a value is null or not printed as such. */
export type RowValues = readonly (string | undefined)[];

interface RowMatch {
  /** For each value where it stands; undefined where it does not. */
  readonly places: readonly (Place | undefined)[];
  /** How much of the row is there: its letters, those of long texts counted less. 0 where it is another row. */
  readonly weight: number;
}

/** A text counts by at most this many letters, so that a description alone is not worth more than the numbers of a row. */
const maxLetters = 12;
/** With less of its letters, a printed row is another one: receipts print a row in up to four lines. */
const minShare = 0.25;
/** A shorter beginning of a text, without any whole value beside it, may begin another text. */
const minBeginning = 8;

/** A text as it is looked for in print. */
interface Sought {
  readonly bare: string;
  /** How many of its letters count. */
  readonly letters: number;
}

interface SoughtValue extends Sought {
  /** From the shortest one. */
  readonly beginnings: readonly Sought[];
}

/** A row of an answer as it is looked for in every printed row. */
interface SoughtRow {
  /** Undefined where a value is null or not printed as such. */
  readonly values: readonly (SoughtValue | undefined)[];
  /** The letters of all values that count. */
  readonly letters: number;
}

const sought = (text: string): Sought => ({ bare: bare(text), letters: Math.min(maxLetters, bare(text).length) });

function soughtIn(row: RowValues): SoughtRow {
  const values = row.map((value) => (value === undefined ? undefined : { ...sought(value), beginnings: beginningsOf(value).map(sought) }));
  return { values, letters: sum(values.map((value) => value?.letters ?? 0)) };
}

/** Finds the values in a printed row: in their order if the row has it, counted from the right, where the numbers stand. */
function matchRow({ values, letters }: SoughtRow, line: Line): RowMatch {
  if (!values.some((value) => value && mayShow(line, value))) return elsewhere;
  const found = values.map((value) => (value ? placesIn(line, value.bare) : []));
  const places = inOrder(found).map((place, at) => place ?? found[at]?.at(-1));
  const whole = sum(values.map((value, at) => (value && places[at] ? value.letters : 0)));
  const parts = sum(values.map((value, at) => (value && !places[at] ? lettersBegun(value.beginnings, line) : 0)));
  const shown = (whole > 0 || parts >= minBeginning) && whole + parts >= minShare * letters;
  return { places, weight: shown ? whole + parts / 2 + places.filter(Boolean).length : 0 };
}

/** What most printed rows are to a row of an answer. */
const elsewhere: RowMatch = { places: [], weight: 0 };

/** A cheap test before the places of a value and of its beginnings are looked for. */
const mayShow = ({ text }: Line, { bare: whole, beginnings: [first] }: SoughtValue): boolean =>
  text.includes(whole) || (first !== undefined && text.includes(first.bare));

/** The letters of the longest beginning that stands in a line, where all shorter ones do. */
function lettersBegun(beginnings: readonly Sought[], line: Line): number {
  const missing = beginnings.findIndex(({ bare: wanted }) => placesIn(line, wanted).length === 0);
  return beginnings[(missing < 0 ? beginnings.length : missing) - 1]?.letters ?? 0;
}

/** For each value its last place before that of the next one; undefined where it has none there. */
function inOrder(found: readonly (readonly Place[])[]): readonly (Place | undefined)[] {
  let end = Number.POSITIVE_INFINITY;
  return found
    .toReversed()
    .map((places) => {
      const place = places.findLast(({ to }) => to <= end);
      if (place) end = place.from;
      return place;
    })
    .toReversed();
}

/** A text that goes on in the next line is looked for by at most this many first words. */
const maxFirstWords = 8;

/** The longest beginning of a text of several words that stands in a row, and where. */
export function beginningIn(value: string, row: Row): { readonly text: string; readonly place: Place } | undefined {
  let longest: { readonly text: string; readonly place: Place } | undefined;
  for (const text of beginningsOf(value)) {
    const [place] = placesOf(bare(text), row);
    if (!place) break;
    longest = { text, place };
  }
  return longest;
}

/** The first words of a text, the first two, and so on, from where they have letters. */
const beginningsOf = memoize((value: string): readonly string[] => {
  const words = value.split(/\s+/).filter((word) => word !== '');
  const counts = Array.from({ length: Math.max(0, Math.min(maxFirstWords, words.length - 1)) }, (_, at) => at + 1);
  return counts.map((count) => words.slice(0, count).join(' ')).filter((text) => /\p{L}{2}/u.test(text));
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The text of a printed row without spaces, folded, with the way back from each character to its word. */
interface Line {
  readonly text: string;
  /** For each character of `text`, the index into the row's words. */
  readonly owner: readonly number[];
}

/** Words of a row, by index; the end is exclusive. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

const lineOf = memoizeByObject((row: Row): Line => {
  const texts = row.words.map((word) => bare(word.text));
  return { text: texts.join(''), owner: texts.flatMap((text, at) => Array.from({ length: text.length }, () => at)) };
});

/** A text as it is compared with print: folded and without white space. */
export const bare = memoize((text: string): string => fold(text).replace(/\s+/g, ''));

/** A row that prints a text more often is not a row of values. */
const maxPlaces = 20;

/** Every place in a row where a bare text is printed, from the left. It never begins or ends inside a longer word or number. */
export const placesOf = (wanted: string, row: Row): readonly Place[] => placesIn(lineOf(row), wanted);

function placesIn(line: Line, wanted: string): readonly Place[] {
  if (wanted === '') return [];
  const found: Place[] = [];
  for (let at = line.text.indexOf(wanted); at >= 0 && found.length < maxPlaces; at = line.text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (isInside(line, at) || isInside(line, end)) continue;
    found.push({ from: line.owner[at] ?? 0, to: (line.owner[end - 1] ?? 0) + 1 });
  }
  return found;
}

/** Whether a word or a number goes on across this position; a mark between two digits belongs to the number. */
function isInside({ text, owner }: Line, at: number): boolean {
  if (at === 0 || at >= text.length || owner[at - 1] !== owner[at]) return false;
  const around = text.slice(Math.max(0, at - 2), at + 2);
  return /[\p{L}\p{N}]{2}/u.test(text.slice(at - 1, at + 1)) || /\d[.,'’]\d/.test(around);
}

export const textOf = (row: Row, { from, to }: Place): string =>
  row.words
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ');
