import type { CalibrationTable, Cap, CapName, DocumentFamily, FieldFamily } from '../../contracts/cap.js';
import { byStrength, classOf, doubtful, startValues, unopposed } from './caps.js';

/** Which values a calibration speaks of: those of one kind of field in one kind of document. */
export interface Stratum {
  readonly family: DocumentFamily;
  readonly field: FieldFamily;
}

/** What a cap counts in a stratum, 0..1. */
export type CapWorth = (cap: CapName, stratum: Stratum) => number;

/** Whose value it is, and what caps have proved to be worth of this reader. */
export interface CalibratedReader {
  /** 'openai:gpt-6-luna' */
  readonly label: string;
  readonly worth: CapWorth;
}

/** A cap without its words and its number. */
export type HeldCap = Pick<Cap, 'name' | 'heldTo'>;

/** Of a reader that nobody has measured: the start values, of which none lets a value above 0.95. */
export const unmeasured: CapWorth = (cap) => startValues[cap];

/** A label's worth by the table that names it, character for character: another version of a model is another model. */
export function worthOf(label: string, tables: readonly CalibrationTable[]): CapWorth {
  const table = tables.find(({ model, alike = [] }) => model === label || alike.includes(label));
  return table ? worthIn(table) : unmeasured;
}

/**
 * A cap that the table does not list keeps its start value, as far as what is listed of weaker and of stronger evidence allows: a cap that is
 * younger than a table does not make the table wrong.
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

/** All that a table states, a word as the cap that it is. */
export const entriesOf = ({ caps, words }: Pick<CalibrationTable, 'caps' | 'words'>): CalibrationTable['caps'] => [
  ...caps,
  ...words.map(({ word, ...entry }) => ({ ...entry, cap: `model.${word}` as const })),
];

/** A value's caps with what they are worth of its reader; what holds this one value down further still does. */
export const calibrated = (caps: readonly Cap[], worth: CapWorth, stratum: Stratum): readonly Cap[] =>
  caps.map((given) => ({ ...given, value: counts(given, worth, stratum) }));

/** What one cap counts: its worth, and no more than what holds this one value down. */
export const counts = ({ name, heldTo = 1 }: HeldCap, worth: CapWorth, stratum: Stratum): number => Math.min(worth(name, stratum), heldTo);

/**
 * The most that any corpus can make of a cap. What starts under the default threshold stays under it: whether a value is read again is
 * decided by its evidence, and a lucky corpus must not switch that off. What something speaks against stays under 0.95, where nothing does;
 * a reader's modesty is no such thing. A value that nobody confirms stays under those that something independent does.
 */
export function ceilingOf(name: CapName): number {
  if (startValues[name] <= doubtful) return doubtful;
  if (startValues[name] < unopposed && classOf({ name }) !== 'model') return opposed;
  return name === 'agreement.single' ? unconfirmed : startValues['evidence.exact'];
}

const opposed = 0.94;
const unconfirmed = 0.98;

/**
 * The caps of each class of evidence, from the weakest up: no table may let a later one count less, so better evidence never scores lower.
 * Nulls are not calibrated: a truth states what a document says, hardly ever what it does not say, so among the nulls that can be judged
 * all are wrong.
 */
export const ladders: readonly (readonly CapName[])[] = [...Map.groupBy(capNames, (name) => classOf({ name }))]
  .filter(([of]) => of !== 'absence')
  .map(([, names]) => names.toSorted(byStrength));
