import type { CalibrationTable, Cap, CapName, DocumentFamily, FieldFamily, ReaderKind } from '../../contracts/cap.js';
import { byStrength, classOf, countedOnce, findingStrengths, ladders, neutral, vetoes, type WeighedCap } from './caps.js';

/** A score with all that it was made from. */
interface Weighing {
  /** 0..1, two decimals, above 0.99 three. */
  readonly score: number;
  /** The log-odds of a value of this reader before anything is found. */
  readonly prior: number;
  /** The findings, each with its weight. */
  readonly caps: readonly Cap[];
  /** The strongest finding against the value; absent where none speaks against it noticeably. */
  readonly against?: Cap;
}

/** What findings say for a value can be very sure, but is never certain. */
const highest = 0.999;
const least = 0.01;

/** A finding that takes less than this from a value, in log-odds, is no reason to doubt it. */
const noticeable = 0.4;

/**
 * Adds up what all findings say about a value: the score is the chance that it is right, and no more than its strictest veto allows. The
 * weights are rounded to two decimals first, so that whoever is shown them comes to the same score.
 * Source: additive weights of evidence, I. J. Good, "Probability and the Weighing of Evidence" (1950).
 */
export function weigh(given: readonly Cap[], record: ReaderRecord, stratum: Stratum): Weighing {
  const prior = rounded(record.prior(stratum));
  const counted = countedOnce(given);
  const caps = given.map((cap) => ({ ...cap, weight: counted.includes(cap) ? rounded(record.weight(cap, stratum)) : 0 }));
  const weights = caps.map(({ weight }) => weight);
  const chance = chanceOf(prior, weights);
  const veto = strictest(caps);
  const against = veto && veto.value <= chance ? veto : heaviestAgainst(caps);
  return { score: scoreOf({ prior, weights, atMost: veto?.value ?? 1 }), prior, caps, ...(against && { against }) };
}

/** All that a score is made from. */
interface ScoreParts {
  /** The log-odds before anything is found. */
  readonly prior: number;
  /** What each finding adds to them. */
  readonly weights: readonly number[];
  /** The strictest veto, 0..1. */
  readonly atMost: number;
}

/** 0.01 to 0.999: two decimals, and above 0.99 three. There most values lie against which nothing speaks, and not all are equally sure. */
export function scoreOf({ prior, weights, atMost }: ScoreParts): number {
  const score = Math.min(Math.max(chanceOf(prior, weights), least), highest, atMost);
  return score > fine ? Math.round(score * 1000) / 1000 : rounded(score);
}
const fine = 0.99;

const chanceOf = (prior: number, weights: readonly number[]): number => logistic(weights.reduce((odds, weight) => odds + weight, prior));

const strictest = (caps: readonly Cap[]): Cap | undefined =>
  caps.filter(({ name }) => vetoes.has(name)).toSorted((a, b) => a.value - b.value || byStrength(a.name, b.name))[0];

const heaviestAgainst = (caps: readonly (Cap & { readonly weight: number })[]): Cap | undefined =>
  caps.filter(({ weight }) => weight <= -noticeable).toSorted((a, b) => a.weight - b.weight || byStrength(a.name, b.name))[0];

const rounded = (number: number): number => Math.round(number * 100) / 100;

/** A group of values that is weighed together: one family of fields in one family of documents. */
export interface Stratum {
  readonly family: DocumentFamily;
  readonly field: FieldFamily;
}

/** What is known of a reader, in log-odds: how often it is right at all, and what each finding about its values weighs. */
export interface ReaderRecord {
  prior(stratum: Stratum): number;
  weight(cap: WeighedCap, stratum: Stratum): number;
}

/** A reader's label, with its record. */
export interface RecordedReader {
  /** 'openai:gpt-6-luna' */
  readonly label: string;
  readonly record: ReaderRecord;
}

/** The log-odds of a probability. */
export const logit = (chance: number): number => Math.log(chance / (1 - chance));

/** The probability of log-odds. */
export const logistic = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** What a single reader's word is worth before anything is found, in log-odds: 68 %. */
const unmeasuredPrior = 0.75;
/** Unmeasured evidence speaks louder against a value than for it. */
const loudness = { for: 0.35, against: 2 };

/** The weight of a finding that nobody has measured: it follows from its strength alone. */
export function unmeasuredWeight({ name, limitedTo = 1 }: WeighedCap): number {
  const odds = logit(Math.min(findingStrengths[name], Math.max(limitedTo, 0.01))) - logit(neutral);
  if (odds <= 0) return odds * loudness.against;
  return isCommon(name) ? 0 : odds * loudness.for;
}

/** Most wrong values are printed once, too, and most wrong parties have a name: only a count can tell how much that says for a value. */
const isCommon = (name: CapName): boolean => ['uniqueness', 'name'].includes(classOf({ name }));

/** The record of a reader that nobody has measured. */
export const unmeasured: ReaderRecord = { prior: () => unmeasuredPrior, weight: unmeasuredWeight };

/** The record by the table with exactly this label, because another version of a model is another model; else by that of its kind. */
export function recordOf(label: string, kind: ReaderKind | undefined, tables: readonly CalibrationTable[]): ReaderRecord {
  const own = tables.find(({ model, alike = [] }) => model === label || alike.includes(label));
  const table = own ?? tables.find((one) => kind !== undefined && one.kind === kind);
  return table ? recordIn(table) : unmeasured;
}

/**
 * The record in a table: the entry for just such values, else that for all values. Where the table has no prior, nobody has measured such
 * values, and none of its weights counts. A finding that is not listed, such as one newer than the
 * table, keeps its unmeasured weight within the bounds set by the listed weaker and stronger findings of its class.
 */
export function recordIn({ priors, weights }: Pick<CalibrationTable, 'priors' | 'weights'>): ReaderRecord {
  const prior = new Map(priors.map((entry) => [keyOf(entry), entry.weight]));
  const listed = new Map(weights.map((entry) => [`${entry.cap} ${keyOf(entry)}`, entry.weight]));
  const find = (name: CapName, stratum: Stratum): number | undefined =>
    listed.get(`${name} ${keyOf(stratum)}`) ?? listed.get(`${name} ${keyOf({})}`);
  const between = (cap: WeighedCap, stratum: Stratum): number => {
    const ladder = ladders.find((names) => names.includes(cap.name)) ?? [];
    const among = (isMeant: (name: CapName) => boolean) => ladder.filter(isMeant).flatMap((name) => find(name, stratum) ?? []);
    const weaker = among((name) => findingStrengths[name] < findingStrengths[cap.name]);
    const stronger = among((name) => findingStrengths[name] > findingStrengths[cap.name]);
    return Math.min(Math.max(unmeasuredWeight(cap), ...weaker), ...stronger);
  };
  const isMeasured = (stratum: Stratum): boolean => prior.has(keyOf(stratum));
  const weightOf = (cap: WeighedCap, stratum: Stratum): number =>
    isMeasured(stratum) ? (find(cap.name, stratum) ?? between(cap, stratum)) : unmeasuredWeight(cap);
  const known = new Map<string, number>();
  return {
    prior: (stratum) => prior.get(keyOf(stratum)) ?? unmeasuredPrior,
    weight: (cap, stratum) => {
      if (cap.limitedTo !== undefined) return weightOf(cap, stratum);
      const key = `${cap.name} ${keyOf(stratum)}`;
      const weight = known.get(key) ?? weightOf(cap, stratum);
      known.set(key, weight);
      return weight;
    },
  };
}

/** A table with another allowance. One without any is of a reader that does not change, and keeps its priors, as does a kind without values. */
export function withAllowance(table: CalibrationTable, allowance: number | undefined): CalibrationTable {
  const { allowance: learned, priors } = table;
  if (learned === undefined || allowance === undefined) return table;
  const difference = (entry: BaseRate): number => (entry.n === 0 ? 0 : baseOdds(entry, allowance) - baseOdds(entry, learned));
  return { ...table, allowance, priors: priors.map((entry) => ({ ...entry, weight: entry.weight + difference(entry) })) };
}

interface BaseRate {
  /** At least 1. */
  readonly n: number;
  readonly correct: number;
}

/**
 * The log-odds of the lower bound of a reader's measured rate, less what is allowed for. The prior of a table is this and what the findings of
 * right values weigh less than those of wrong ones.
 */
export const baseOdds = (measured: BaseRate, allowance: number): number => logit(lowerBound(measured) * (1 - allowance));

/** The lower bound of a rate, one-sided 95 %. Source: E. B. Wilson, "Probable inference", JASA 22 (1927). */
function lowerBound({ n, correct }: BaseRate): number {
  const z = 1.645;
  const rate = Math.max(correct, 0.5) / n;
  const spread = z * Math.sqrt((rate * (1 - rate) + (z * z) / (4 * n)) / n);
  return (rate + (z * z) / (2 * n) - spread) / (1 + (z * z) / n);
}

const keyOf = ({ family = '', field = '' }: { readonly family?: string; readonly field?: string }): string => `${family} ${field}`;
