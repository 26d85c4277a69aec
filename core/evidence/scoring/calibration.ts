import type { CalibrationTable, Cap, CapName, DocumentFamily, FieldFamily } from '../../contracts/cap.js';
import { byStrength, classOf, doubtful, startValues, unopposed } from './caps.js';

/** A group of values that is calibrated together: one family of fields in one family of documents. */
export interface Stratum {
  readonly family: DocumentFamily;
  readonly field: FieldFamily;
}

/** The value of a cap in a stratum, 0..1. */
export type CapWorth = (cap: CapName, stratum: Stratum) => number;

/** A reader's label, with the worth of caps that is known of it. */
export interface CalibratedReader {
  /** 'openai:gpt-6-luna' */
  readonly label: string;
  readonly worth: CapWorth;
}

/** A cap without its reason and value. */
export type HeldCap = Pick<Cap, 'name' | 'heldTo'>;

/** The start values, for a reader without a calibration table; a single such reader scores at most 0.95. */
export const unmeasured: CapWorth = (cap) => startValues[cap];

/** The worth by the table with exactly this label, because another version of a model is another model. */
export function worthOf(label: string, tables: readonly CalibrationTable[]): CapWorth {
  const table = tables.find(({ model, alike = [] }) => model === label || alike.includes(label));
  return table ? worthIn(table) : unmeasured;
}

/**
 * The worth of caps by a table. A cap that the table does not list, such as one newer than the table, keeps its start value within the bounds
 * set by the listed weaker and stronger caps.
 */
export function worthIn(table: Pick<CalibrationTable, 'caps' | 'words'>): CapWorth {
  const values = new Map(entriesOf(table).map((entry) => [keyOf(entry.cap, entry), entry.value]));
  const between = (cap: CapName, stratum: Stratum): number => {
    const listed = (names: readonly CapName[]) => names.flatMap((name) => values.get(keyOf(name, stratum)) ?? []);
    const ladder = ladders.find((caps) => caps.includes(cap)) ?? [];
    const weaker = listed(ladder.filter((name) => startValues[name] < startValues[cap]));
    const stronger = listed(ladder.filter((name) => startValues[name] > startValues[cap]));
    return Math.min(Math.max(startValues[cap], ...weaker), ...stronger);
  };
  const known = new Map<string, number>();
  return (cap, stratum) => {
    const key = keyOf(cap, stratum);
    const value = known.get(key) ?? values.get(key) ?? between(cap, stratum);
    known.set(key, value);
    return value;
  };
}

const capNames = Object.keys(startValues) as CapName[];

const keyOf = (cap: CapName, { family, field }: Stratum): string => `${family} ${field} ${cap}`;

/** All entries of a table; a reader's word becomes its cap. */
export const entriesOf = ({ caps, words }: Pick<CalibrationTable, 'caps' | 'words'>): CalibrationTable['caps'] => [
  ...caps,
  ...words.map(({ word, ...entry }) => ({ ...entry, cap: `model.${word}` as const })),
];

/** A value's caps with their calibrated values; a lower bound for this one value still applies. */
export const calibrated = (caps: readonly Cap[], worth: CapWorth, stratum: Stratum): readonly Cap[] =>
  caps.map((given) => ({ ...given, value: counts(given, worth, stratum) }));

/** The value of one cap: its worth, or the lower bound for this one value. */
export const counts = ({ name, heldTo = 1 }: HeldCap, worth: CapWorth, stratum: Stratum): number => Math.min(worth(name, stratum), heldTo);

/**
 * The highest value that calibration may give a cap. A cap that starts below the default threshold stays below it, so that a lucky corpus
 * cannot switch off the second reading. Evidence against a value keeps it below 0.95, an unconfirmed value stays below confirmed ones.
 */
export function ceilingOf(name: CapName): number {
  if (startValues[name] <= doubtful) return doubtful;
  if (startValues[name] < unopposed && classOf({ name }) !== 'model') return opposed;
  return name === 'agreement.single' ? unconfirmed : startValues['evidence.exact'];
}

const opposed = 0.94;
const unconfirmed = 0.98;

/**
 * The caps of each class of evidence, from the weakest up; no table may give a stronger one a lower value. Caps of nulls are not calibrated:
 * truth files state what a document says and rarely what it does not say, so nearly all nulls that can be judged are wrong.
 */
export const ladders: readonly (readonly CapName[])[] = [...Map.groupBy(capNames, (name) => classOf({ name }))]
  .filter(([of]) => of !== 'absence')
  .map(([, names]) => names.toSorted(byStrength));
