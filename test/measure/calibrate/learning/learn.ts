import type { CapName } from '../../../../core/contracts/cap.js';
import { classOf, countedOnce, findingStrengths, ladders, leaning, weighedNames } from '../../../../core/evidence/scoring/caps.js';
import { baseOdds, logit, type Stratum, unmeasuredWeight } from '../../../../core/evidence/scoring/weigh.js';
import type { CalibrationTable } from '../../../../core/index.js';
import { type Expected, monotone, type RegressionRow, regress } from './regression.js';
import type { CalibrationSample } from './sample.js';

export type LearnedTable = Pick<CalibrationTable, 'allowance' | 'priors' | 'weights'>;

/** How readings are weighed to learn from. */
export interface LearningPlan {
  /** The share of planted values among all; their number says nothing, for anybody can plant more. */
  readonly faultShare: number;
  /** The share of values that may be wrong in ways that the reader's own values never were; none when absent. */
  readonly allowance?: number;
  /** Whether fields of other concepts, where none was read, are worth what all are together, as a language model's are. */
  readonly general?: boolean;
}

/** What the expectations of coefficients are worth, in units of information; a value scored 0.9 brings 0.09 units. */
export const strengths = {
  /** Of the unmeasured weight of a finding. */
  unmeasured: 0.5,
  /** Of a finding's weight over all values, for some of them. */
  common: 2,
  /** Of the rate over all values, for some of them. */
  prior: 0.5,
};

/**
 * The prior of each kind of value and the weight of each finding: first over all values, then for each kind of field in each kind of
 * document, which keeps to the weights of all where it has seen little. Stronger findings never weigh less than weaker ones of their class,
 * and none turns into its opposite.
 */
export function learn(samples: readonly CalibrationSample[], plan: LearningPlan): LearnedTable {
  const weightOf = massesOf(samples, plan);
  const strata = [...Map.groupBy(samples, ({ family, field }) => `${family} ${field}`)].sort(([a], [b]) => (a < b ? -1 : 1));
  const sampling = samplingOf(samples);
  const all = weightsIn(
    samples,
    weighedNames.map((name) => beforehand(name, sampling)),
    weightOf,
  );
  const parts = strata.flatMap(([, members]) => {
    const [first] = members;
    if (!first) return [];
    const common = all.map((value, at) => (isGiven(weighedNames[at], sampling) ? fixed(value) : { value, strength: strengths.common }));
    const own = telling(weightsIn(members, common, weightOf), all);
    return [{ family: first.family, field: first.field, members, own }];
  });
  const families = plan.general ? [...Map.groupBy(samples, ({ family }) => family)].map(([family, members]) => ({ family, members })) : [];
  const isRead = ({ fault, field }: CalibrationSample): boolean => fault === undefined && field === 'other';
  const general = families.filter(({ members }) => !members.some(isRead));
  const measured = [...parts, ...general.map((part) => ({ ...part, field: 'other' as const, own: all }))];
  return {
    ...(plan.allowance !== undefined && { allowance: plan.allowance }),
    priors: measured.flatMap((part) => {
      const read = count(part.members.filter(({ fault }) => fault === undefined));
      if (read.n === 0) return [];
      return [{ ...stratumOf(part), ...read, weight: rounded(priorOf(part, weightOf) + baseOdds(read, plan.allowance ?? 0)) }];
    }),
    weights: [
      ...weighedNames.flatMap((cap) => entry(cap, undefined, samples, weightIn(all, cap))),
      // What weighs as it does over all values is found there.
      ...parts.flatMap((part) =>
        [...ladders, ...unordered]
          .flat()
          .filter((cap) => rounded(weightIn(part.own, cap)) !== rounded(weightIn(all, cap)))
          .flatMap((cap) => entry(cap, stratumOf(part), part.members, weightIn(part.own, cap))),
      ),
    ],
  };
}

/**
 * The weights for some values, class by class; where all of a class differ by little from those over all values, the latter: half a ladder has
 * no order.
 */
function telling(own: readonly number[], all: readonly number[]): readonly number[] {
  const result = [...all];
  for (const ladder of [...ladders, ...unordered]) {
    const places = ladder.map((name) => placeOf.get(name) ?? 0);
    if (places.some((at) => Math.abs((own[at] ?? 0) - (all[at] ?? 0)) >= least)) for (const at of places) result[at] = own[at] ?? 0;
  }
  return result;
}
const least = 0.15;

/** What is expected of a finding. */
function beforehand(name: CapName, sampling: Sampling): Expected {
  const value = unmeasuredWeight({ name });
  return isGiven(name, sampling) ? fixed(value) : { value, strength: strengths.unmeasured };
}

/**
 * Whether nothing can be learned of a finding. Among planted faults the reader's own word says nothing, since whoever plants a fault chooses
 * its word. Where hardly anything was read twice, nearly all values were read once: what that is worth belongs to the prior.
 */
const isGiven = (name: CapName | undefined, { hasPlanted, hasWitness }: Sampling): boolean =>
  (name === 'agreement.single' && !hasWitness) || (hasPlanted && isWord(name));

/** How samples came about. */
interface Sampling {
  readonly hasPlanted: boolean;
  /** Whether more than a few values were read by another reader, too. */
  readonly hasWitness: boolean;
}

const samplingOf = (samples: readonly CalibrationSample[]): Sampling => ({
  hasPlanted: samples.some(({ fault }) => fault !== undefined),
  hasWitness: samples.filter(({ caps }) => caps.some(({ name }) => name === 'agreement.single')).length < samples.length * 0.9,
});

const placeOf = new Map(weighedNames.map((name, at) => [name, at]));

const weightIn = (weights: readonly number[], cap: CapName): number => weights[placeOf.get(cap) ?? 0] ?? 0;

const stratumOf = ({ family, field }: Stratum): Stratum => ({ family, field });

export const entry = (
  cap: CapName,
  stratum: Stratum | undefined,
  samples: readonly CalibrationSample[],
  weight: number,
): LearnedTable['weights'] => [
  { cap, ...stratum, ...count(samples.filter(({ caps }) => caps.some(({ name }) => name === cap))), weight: rounded(weight) },
];

/** This many values of one kind in one document count fully; a longer table counts as much as they do, for its cells are right or wrong together. */
const mostAlike = 20;

/** Values as they were read count fully, up to that; planted ones together make the share of the plan in each kind of document. */
export function massesOf(samples: readonly CalibrationSample[], { faultShare }: LearningPlan): WeightOf {
  const alike = ({ document, field, fault = '' }: CalibrationSample): string => `${document} ${field} ${fault}`;
  const counts = new Map([...Map.groupBy(samples, alike)].map(([key, members]) => [key, members.length]));
  const standing = standingFor(samples);
  const own = (sample: CalibrationSample): number => Math.min(1, mostAlike / (counts.get(alike(sample)) ?? 1)) * standing(sample);
  const mass = (members: readonly CalibrationSample[]): number => members.reduce((sum, member) => sum + own(member), 0);
  const ofPlanted = new Map(
    [...Map.groupBy(samples, ({ family }) => family)].map(([family, members]) => {
      const planted = mass(members.filter(({ fault }) => fault !== undefined));
      return [family, planted === 0 ? 1 : (faultShare / (1 - faultShare)) * ((mass(members) - planted) / planted)];
    }),
  );
  return (sample) => own(sample) * (sample.fault === undefined ? 1 : (ofPlanted.get(sample.family) ?? 1));
}

/** The weights of all findings in these values, in order and with their signs; the rate of each kind of value is fitted along. */
function weightsIn(samples: readonly CalibrationSample[], expected: readonly Expected[], weightOf: WeightOf): readonly number[] {
  const { found, rows } = fitted(samples, expected, weightOf);
  return ordered(found, seenIn(rows));
}

/** The weights as they are fitted: in no order. */
export function fitted(samples: readonly CalibrationSample[], expected: readonly Expected[], weightOf: WeightOf): Fitted {
  const kinds = [...new Set(samples.map(kindOf))].sort();
  const rows = samples.map((sample) => rowOf(sample, weightOf(sample), weighedNames.length + kinds.indexOf(kindOf(sample))));
  const rates = kinds.map(() => ({ value: logit(rateOf(samples, weightOf)), strength: strengths.prior }));
  const found = regress(rows, [...expected, ...rates]).slice(0, weighedNames.length);
  return { found: carefully(found, expected, rows), rows };
}

interface Fitted {
  /** By the place of its finding among all that are weighed. */
  readonly found: readonly number[];
  readonly rows: readonly RegressionRow[];
}

/**
 * How many values each stands for: one of a sample as many as were not drawn with it. All together weigh what they number, for a sample tells no
 * more than it has. Source: Horvitz and Thompson, JASA 47 (1952), in the form of Hájek.
 */
export function standingFor(samples: readonly Pick<CalibrationSample, 'chance'>[]): (sample: Pick<CalibrationSample, 'chance'>) => number {
  const all = samples.reduce((sum, { chance = 1 }) => sum + 1 / chance, 0);
  return ({ chance = 1 }) => samples.length / all / chance;
}

/** Fewer values than this lighten no finding that speaks against a value: they may have been lucky. */
const fewest = 20;

function carefully(found: readonly number[], expected: readonly Expected[], rows: readonly RegressionRow[]): readonly number[] {
  const counts = seenIn(rows.map((row) => ({ ...row, weight: 1 })));
  return found.map((weight, at) => {
    const name = weighedNames[at];
    const isRare = name !== undefined && leaning(name) < 0 && (counts[at] ?? 0) < fewest;
    return isRare ? Math.min(weight, expected[at]?.value ?? weight) : weight;
  });
}

type WeightOf = (sample: CalibrationSample) => number;

const kindOf = ({ family, field }: Stratum): string => `${family} ${field}`;
const isWord = (name: CapName | undefined): boolean => name !== undefined && classOf({ name }) === 'model';
export const fixed = (value: number): Expected => ({ value, strength: 1e9 });
const rowOf = (sample: CalibrationSample, weight: number, kind: number): RegressionRow => ({
  has: [...new Set(countedOnce(sample.caps).flatMap(({ name }) => placeOf.get(name) ?? [])), kind],
  true: sample.right,
  weight,
});

/**
 * What the findings of such values leave to the prior besides the rate of right ones. The rate of these samples counts faults that were
 * planted, of which anybody can plant more: it goes, and the reader's own takes its place.
 */
function priorOf(
  { members: samples, own: weights }: { readonly members: readonly CalibrationSample[]; readonly own: readonly number[] },
  weightOf: WeightOf,
): number {
  const rows = samples.map((sample) => rowOf(sample, weightOf(sample), weighedNames.length));
  const rate = { value: logit(rateOf(samples, weightOf)), strength: strengths.prior };
  return (regress(rows, [...weights.map(fixed), rate]).at(-1) ?? 0) - rate.value;
}

/** The share of right values, never quite none or all. */
function rateOf(samples: readonly CalibrationSample[], weightOf: WeightOf): number {
  const mass = (members: readonly CalibrationSample[]): number => members.reduce((sum, member) => sum + weightOf(member), 0);
  return (mass(samples.filter(({ right }) => right)) + 1) / (mass(samples) + 2);
}

function seenIn(rows: readonly RegressionRow[]): readonly number[] {
  const seen = new Array<number>(weighedNames.length).fill(0);
  for (const { has, weight } of rows) for (const index of has) if (index < weighedNames.length) seen[index] = (seen[index] ?? 0) + weight;
  return seen;
}

/** A finding that was never seen follows its neighbours. */
const unseen = 1e-3;

/** Findings without an order still keep their signs. */
const unordered: readonly (readonly CapName[])[] = weighedNames
  .filter((name) => !ladders.some((ladder) => ladder.includes(name)))
  .map((name) => [name]);

/** Puts the weights of each class in the order of strength, those of equal strength in their own, and none on the other side of zero. */
function ordered(weights: readonly number[], seen: readonly number[]): readonly number[] {
  const result = [...weights];
  for (const ladder of [...ladders, ...unordered]) {
    const places = ladder
      .map((name) => placeOf.get(name) ?? 0)
      .toSorted((a, b) => strengthAt(a) - strengthAt(b) || (weights[a] ?? 0) - (weights[b] ?? 0));
    const level = monotone(places.map((at) => ({ value: weights[at] ?? 0, weight: Math.max(seen[at] ?? 0, unseen) })));
    for (const [index, at] of places.entries()) result[at] = signed(level[index] ?? 0, weighedNames[at]);
  }
  return result;
}

function strengthAt(at: number): number {
  const name = weighedNames[at];
  return name ? findingStrengths[name] : 0;
}

export function signed(weight: number, name: CapName | undefined): number {
  const side = name ? leaning(name) : 0;
  return side > 0 ? Math.max(0, weight) : side < 0 ? Math.min(0, weight) : weight;
}

function count(samples: readonly CalibrationSample[]): { readonly n: number; readonly correct: number } {
  const standing = standingFor(samples);
  return {
    n: samples.length,
    correct: Math.round(samples.filter(({ right }) => right).reduce((sum, sample) => sum + standing(sample), 0)),
  };
}

const rounded = (number: number): number => Math.round(number * 100) / 100 + 0;
