import type { Field } from '../../../core/index.js';
import type { PageIndex, Row } from '../../../core/text.js';
import { type Anchor, alignRows, bare, beginningIn, type Place, placesOf, type RowValues, textOf } from './printed-rows.js';

/** A row of an answer. Values that are not copied from print, such as `true`, are not looked for. */
interface AnsweredRow {
  readonly values: RowValues;
  /** For each column whether its value is concluded, not copied. */
  readonly literal: readonly boolean[];
}

/** For each column the quote of its value; null where the row was not found. */
type RowQuotes = readonly (string | null)[];

/**
 * What the page prints of each row: for a value the words of its printed row, from the first one to the value. Nothing is quoted of a row
 * that the page does not show, unless it is a picture whose words may be misread.
 */
export function quoteRows(answered: readonly AnsweredRow[], page: PageIndex | undefined): readonly RowQuotes[] {
  const printed = page?.rows ?? [];
  const anchors = alignRows(
    answered.map(({ values, literal }) => values.map((value, column) => (literal[column] ? undefined : value))),
    printed,
  );
  const left = leftEdge(anchors, printed);
  const isPicture = printed.some(({ words }) => words.some(({ ocr }) => ocr));
  return answered.map((row, at) => {
    const anchor = anchors[at];
    return row.values.map((value, column) => {
      if (value === undefined) return null;
      if (!anchor) return isPicture ? asAnswered(column, row.values) : null;
      return quoteOf(column, row, {
        anchor,
        printed,
        left,
        around: rowsAround(anchor, { before: anchors[at - 1], after: anchors[at + 1] }, printed),
      });
    });
  });
}

/** The printed rows between those of the neighbouring rows, at most these many away: a row may be printed in several lines. */
const maxRowsAway = 3;

function rowsAround(
  { at }: Anchor,
  { before, after }: { readonly before: Anchor | undefined; readonly after: Anchor | undefined },
  printed: readonly Row[],
): readonly Row[] {
  const from = Math.max((before?.at ?? -1) + 1, at - maxRowsAway);
  return printed
    .slice(from, Math.min(after?.at ?? printed.length, at + maxRowsAway + 1))
    .filter((row) => row !== printed[at])
    .toSorted((a, b) => Math.abs(a.number - at) - Math.abs(b.number - at));
}

interface FoundRow {
  readonly anchor: Anchor;
  readonly printed: readonly Row[];
  /** Where the rows of the table begin. */
  readonly left: number;
  /** The other lines that may belong to the row, the nearest first. */
  readonly around: readonly Row[];
}

function quoteOf(column: number, { values, literal }: AnsweredRow, { anchor, printed, left, around }: FoundRow): string | null {
  const row = printed[anchor.at];
  const value = values[column];
  if (!row || value === undefined) return null;
  if (literal[column]) return row.text;
  const place = anchor.match.places[column];
  if (place) return quoteAt({ row, place, value }, left);
  return begunIn(value, { row, left }) ?? quotedFrom(value, { rows: around, left }) ?? asAnswered(column, values);
}

/** In line heights: numbers of rows that grow by a digit begin that much further left. */
const edgeTolerance = 2;

/** Where most rows of the table begin: what stands further left is printed beside the table. Infinitely far where no row is found. */
function leftEdge(anchors: readonly (Anchor | undefined)[], printed: readonly Row[]): number {
  const rows = anchors.flatMap((anchor) => (anchor ? (printed[anchor.at] ?? []) : []));
  const starts = rows.map(({ box }) => box.x - edgeTolerance * box.height).toSorted((a, b) => a - b);
  return starts[Math.floor(starts.length / 2)] ?? Number.NEGATIVE_INFINITY;
}

/** The first word of a row that belongs to the table, at the latest where the value begins. */
function firstOf(row: Row, { left, place }: { readonly left: number; readonly place: Place }): number {
  const first = row.words.findIndex(({ box }) => box.x >= left);
  return Math.min(Math.max(first, 0), place.from);
}

/** A text that begins in the row and goes on below: the words before it, and the text. */
function begunIn(value: string, { row, left }: { readonly row: Row; readonly left: number }): string | undefined {
  const begun = beginningIn(value, row);
  return begun && quoteAt({ row, place: begun.place, value }, left);
}

interface ValueInRow {
  readonly row: Row;
  readonly place: Place;
  readonly value: string;
}

/** The words of the row before the value, and the value: as answered, because OCR joins it with rules and marks, and a text may go on below. */
const quoteAt = ({ row, place, value }: ValueInRow, left: number): string =>
  [textOf(row, { from: firstOf(row, { left, place }), to: place.from }), value].filter((text) => text !== '').join(' ');

function quotedFrom(value: string, { rows, left }: { readonly rows: readonly Row[]; readonly left: number }): string | undefined {
  for (const row of rows) {
    const [place] = placesOf(bare(value), row);
    if (place) return quoteAt({ row, place, value }, left);
  }
  return undefined;
}

const maxValuesBefore = 10;

/**
 * A text by itself, because it may be printed in several lines; a number after the values that the answer puts before it, as it would have
 * been quoted: the row is printed, so that a picture's words may be a misreading of it.
 */
const asAnswered = (column: number, values: RowValues): string =>
  /\p{L}{2}.*\s/u.test(values[column] ?? '')
    ? (values[column] ?? '')
    : values
        .slice(Math.max(0, column - maxValuesBefore), column + 1)
        .filter((value) => value !== undefined)
        .join(' ');

/** A value and the words that a reader saw beside it. */
interface WordedValue {
  readonly value: string;
  /** Empty where the value stands by itself. */
  readonly words: string;
  readonly field: Field | undefined;
}

/** Of the places of a text in one row only these are tried. */
const maxPlacesInRow = 4;
/** Words further apart do not belong together although they share a row. */
const maxWordsBetween = 8;

/**
 * The words and the value as a row of the page prints them, from the first to the last; else one after the other, because a label may stand
 * above its value. A literal such as `true` is not printed: its words alone say why.
 */
export function quoteField(labelled: WordedValue, page: PageIndex | undefined): string | null {
  const { value, words, field } = labelled;
  if (field && isLiteral(field)) return words === '' ? null : words;
  if (words === '' || holds(words, value)) return words || value;
  return (page && inOneRow(labelled, page.rows)) ?? `${words} ${value}`;
}

/** A value that is concluded from printed words, not copied. */
export const isLiteral = (field: Field): boolean => field.type === 'boolean' || field.enum !== undefined;

/** Some readers repeat the value among the words. */
const holds = (words: string, value: string): boolean => ` ${words} `.includes(` ${value} `);

function inOneRow({ value, words }: WordedValue, rows: readonly Row[]): string | undefined {
  const [wanted, label] = [bare(value), bare(words)];
  const runs = rows.flatMap((row) => {
    const labels = placesOf(label, row).slice(0, maxPlacesInRow);
    const values = labels.length === 0 ? [] : placesOf(wanted, row).slice(0, maxPlacesInRow);
    return labels.flatMap((one) => values.map((other) => ({ row, place: across(one, other), between: distance(one, other) })));
  });
  const near = runs.filter(({ between }) => between <= maxWordsBetween).toSorted((a, b) => a.between - b.between)[0];
  return near && textOf(near.row, near.place);
}

const across = (a: Place, b: Place): Place => ({ from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) });
const distance = (a: Place, b: Place): number => Math.max(0, Math.max(a.from, b.from) - Math.min(a.to, b.to));
