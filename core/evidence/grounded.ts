import { type Decimal, type Unknown, unknown } from '../contracts/amount.js';
import type { Cap, CapName } from '../contracts/cap.js';
import type { Check } from '../contracts/rule.js';
import type { Field, Json } from '../contracts/schema.js';
import { arrayName, checkName, columnName } from './check-name.js';
import { conceptOf } from './labels/concepts/concepts.js';
import type { Span } from './page/page-index.js';
import type { Evidence } from './prove.js';
import { lowest } from './scoring/caps.js';
import type { RecordedReader } from './scoring/weigh.js';

/** One cell after it was searched on the page and typed: its value, and the caps on its score so far. */
export interface Grounded {
  readonly path: string;
  readonly field: Field;
  readonly value: Json;
  /** The exact number of a number field. */
  readonly amount: Decimal | Unknown;
  /** The form in which two readings of this field are compared; undefined for a null. */
  readonly key: string | undefined;
  readonly caps: readonly Cap[];
  readonly evidence?: Evidence;
  /** Set where the reader gave neither words nor a page with its value. */
  readonly unquoted?: true;
  /** Set where nothing names the value, and no words beside it say that it is another one. */
  readonly undisputed?: true;
  /** The label printed beside the value. */
  readonly label?: string;
  /** Every place where the value is printed. */
  readonly occurrences: readonly Span[];
  /** The reader of the value; absent if no tier answered. */
  readonly reader?: RecordedReader;
  /** Remarks that become issues whatever the score. */
  readonly notes: readonly string[];
  /** What other readers found on the page in its place, the most believable first. */
  readonly others?: readonly OtherReading[];
}

/** Another reader's cell for the same leaf, with its score if no other had read the field. */
export interface OtherReading {
  readonly cell: Grounded;
  readonly reader: RecordedReader;
  /** 0..1 */
  readonly score: number;
}

/** Where a value is printed; else the words that prove it. */
export const placesOf = ({ occurrences, evidence }: Grounded): readonly Span[] =>
  occurrences.length > 0 ? occurrences : (evidence?.spans ?? []);

/**
 * Whether the visible page does not refute the value: it is printed there, or the page is unreadable. Other values are unknown to checks, and
 * what OCR did not find gives way to what it did.
 */
export const isUnrefuted = (grounded: Grounded): boolean => grounded.value !== null && !grounded.caps.some(({ name }) => unfound.has(name));

const unfound = new Set<CapName>([
  'evidence.notFound',
  'evidence.hiddenOnly',
  'evidence.unseen',
  'evidence.unseenOnClear',
  'evidence.unseenOnDim',
  'evidence.readOtherwise',
]);

/** Whether a number or a date can be read in two ways, and nothing has decided between them yet. */
export const isAmbiguous = (grounded: Grounded): boolean => grounded.caps.some(({ name }) => name === 'format.ambiguous');

/** Whether a check uses a value: it names the field, its column, or the array whose amounts it sums. */
export const takesPart = ({ path, field }: Pick<Grounded, 'path' | 'field'>, { fields }: Pick<Check, 'fields'>): boolean =>
  fields.includes(checkName(path)) ||
  fields.includes(columnName(path)) ||
  (fields.includes(arrayName(path) ?? '') && conceptOf(field) === 'line_amount');

/** The lowest cap so far. */
export const scoreSoFar = (cell: Grounded): number => lowest(cell.caps)?.value ?? 1;

/** The value with one more cap. */
export const held = (cell: Grounded, given: Cap): Grounded => ({ ...cell, caps: [...cell.caps, given] });

/** A null: nothing was read, or nothing that fits the schema. */
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
