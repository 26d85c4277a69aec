import { memoize } from '../../../../../core/index.js';
import type { Row } from '../../../../../core/text.js';
import { bare, type Place, placesOf } from './printed-line.js';

/** The values of a row of an answer, in the order of its columns; undefined where a value is null or not printed as such. */
export type RowValues = readonly (string | undefined)[];

/** How far a printed row shows a row of an answer. */
export interface RowMatch {
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

/** Finds the values in a printed row: in their order if the row has it, counted from the right, where the numbers stand. */
export function matchRow(values: RowValues, row: Row): RowMatch {
  const found = values.map((value) => (value === undefined ? [] : placesOf(bare(value), row)));
  const places = inOrder(found).map((place, at) => place ?? found[at]?.at(-1));
  const whole = sum(values.map((value, at) => (places[at] ? lettersOf(value) : 0)));
  const parts = sum(values.map((value, at) => (value === undefined || places[at] ? 0 : lettersOf(beginningIn(value, row)?.text))));
  const all = sum(values.map(lettersOf));
  const shown = (whole > 0 || parts >= minBeginning) && whole + parts >= minShare * all;
  return { places, weight: shown ? whole + parts / 2 + places.filter(Boolean).length : 0 };
}

const lettersOf = (text: string | undefined): number => Math.min(maxLetters, text === undefined ? 0 : bare(text).length);

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
