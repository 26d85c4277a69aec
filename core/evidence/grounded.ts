import { type Decimal, type Unknown, unknown } from '../contracts/amount.js';
import type { Cap } from '../contracts/cap.js';
import type { Check } from '../contracts/rule.js';
import type { Field, Json } from '../contracts/schema.js';
import { arrayName, checkName } from './check-name.js';
import { conceptOf } from './labels/concepts/concepts.js';
import type { Span } from './page/span.js';
import type { Evidence } from './prove.js';
import type { CalibratedReader } from './scoring/calibration.js';
import { lowest } from './scoring/caps.js';

/** One cell after it was looked for on the page and typed: its value, and all that holds its score down so far. */
export interface Grounded {
  readonly path: string;
  readonly field: Field;
  readonly value: Json;
  /** The exact number of a number field. */
  readonly amount: Decimal | Unknown;
  /** What two readings of this field are compared by; undefined for a null. */
  readonly key: string | undefined;
  readonly caps: readonly Cap[];
  readonly evidence?: Evidence;
  /** The label that stands beside the value. */
  readonly label?: string;
  /** Every place where the value is printed. */
  readonly occurrences: readonly Span[];
  /** Who read it; nobody where no tier answered. */
  readonly reader?: CalibratedReader;
  /** What must be told whatever the score. */
  readonly notes: readonly string[];
}

/** A value that is not refuted by the visible page: found there, or on a page that nobody can look at. Anything less is unknown to arithmetic. */
export const isUnrefuted = (grounded: Grounded): boolean =>
  grounded.value !== null && !grounded.caps.some(({ name }) => name === 'evidence.notFound' || name === 'evidence.hiddenOnly');

/** A number or a date that can be read in two ways, with nothing yet that says which is meant. */
export const isAmbiguous = (grounded: Grounded): boolean => grounded.caps.some(({ name }) => name === 'format.ambiguous');

/** Whether a check reckons with a value: it names the field, or the array of its row, of which a sum takes the amounts. */
export const takesPart = ({ path, field }: Grounded, { fields }: Check): boolean =>
  fields.includes(checkName(path)) || (fields.includes(arrayName(path) ?? '') && conceptOf(field) === 'line_amount');

/** By what the page says to it alone. */
export const scoreSoFar = (cell: Grounded): number => lowest(cell.caps)?.value ?? 1;

/** The value with one more thing that holds its score down. */
export const held = (cell: Grounded, given: Cap): Grounded => ({ ...cell, caps: [...cell.caps, given] });

/** A null: nothing was read, or nothing that the schema can hold. */
export const absent = (path: string, field: Field, given: Grounded['caps']): Grounded => ({
  path,
  field,
  value: null,
  amount: unknown,
  key: undefined,
  caps: given,
  occurrences: [],
  notes: [],
});
