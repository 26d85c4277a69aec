import type { Field } from '../../../../../core/index.js';
import type { PageIndex, Row } from '../../../../../core/text.js';
import { bare, type Place, placesOf, textOf } from './printed-line.js';

/** A value and the words that a reader saw beside it. */
export interface WordedValue {
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
