import { BoundTally, type ErrorBound, errorBound, type JudgedSample, upperBound, type ValueKind } from './error-bound.js';
import { Experience, levels, type RankedSample } from './experience.js';

/** How sure a value must be to be accepted, by what was judged: of sellers of whom something was, and of others, of whom nothing is learned once they are accepted. */
export interface ChosenRisk {
  readonly experience: Experience;
  readonly known: ChosenLevel;
  readonly unknown: ChosenLevel;
}

export interface ChosenLevel extends ErrorBound {
  /** Null where none can be promised yet: all are held. */
  readonly level: number | null;
  /** How many judged values are missing for that, about; 0 where none are, null where no number would do, for too many are wrong. */
  readonly missing: number | null;
}

export function chooseRisk(judged: readonly JudgedSample[], most: number): ChosenRisk {
  const experience = new Experience(judged);
  const of = (isKnown: boolean): ChosenLevel => chooseLevel(evened(experience.ranked.filter(({ known }) => known === isKnown)), most);
  return { experience, known: of(true), unknown: of(false) };
}

/**
 * The lowest level of sureness from which on the bound of what is accepted stays under a rate. Levels are tried one after the other until one fails, which needs no
 * allowance for their number (fixed-sequence testing from several starts: Angelopoulos et al., Learn then Test, 2021): once from the surest, and once
 * from where half of all values are, which more of them tell of; each may be wrong in half of 5 % of cases.
 */
function chooseLevel(samples: readonly RankedSample[], most: number): ChosenLevel {
  const byLevel = Map.groupBy(samples, ({ level }) => level);
  const [tally, fewest] = [new BoundTally(), fewestFor(0, most)];
  let mass = 0;
  const tried = levels.map((level) => {
    const own = byLevel.get(level) ?? [];
    for (const sample of own) tally.add({ ...sample, cluster: sample.run });
    mass += massOf(own);
    return { level, mass, ...tally.bound(startRisk) };
  });
  const enough = tried.filter(({ effective }) => effective >= fewest);
  const starts = [enough, enough.filter((one) => one.mass >= mass / 2)];
  const chosen = starts.flatMap((sequence) => lastPassed(sequence, most) ?? []).toSorted((a, b) => a.level - b.level)[0];
  if (chosen) return { ...chosen, missing: 0 };
  const nearest = tried.reduce<ErrorBound>((least, one) => (one.bound < least.bound ? one : least), errorBound([]));
  return { ...nearest, level: null, missing: missingFor(nearest, most) };
}

const startRisk = 0.025;

function lastPassed<T extends ErrorBound>(sequence: readonly T[], most: number): T | undefined {
  const failed = sequence.findIndex(({ bound }) => bound > most);
  return (failed < 0 ? sequence : sequence.slice(0, failed)).at(-1);
}

const massOf = (samples: readonly JudgedSample[]): number => samples.reduce((sum, { chance }) => sum + 1 / chance, 0);

/**
 * Values of one kind that were as sure stand for as many each: which of them were judged depends on nothing but that and time. So those that were
 * judged when all were held tell as much as those that were drawn since.
 */
function evened(samples: readonly RankedSample[]): readonly RankedSample[] {
  return [...Map.groupBy(samples, ({ document, reader, field, level }) => `${document} ${reader} ${field} ${level}`).values()].flatMap(
    (own) => {
      const chance = own.length / massOf(own);
      return own.map((sample) => ({ ...sample, chance }));
    },
  );
}

function missingFor({ values, effective, rate }: ErrorBound, most: number): number | null {
  const wanted = fewestFor(rate, most);
  if (wanted === Number.POSITIVE_INFINITY) return null;
  return Math.max(1, Math.ceil((wanted - effective) * (effective > 0 ? values / effective : 1)));
}

/** So many independent values, of which this share is wrong, are needed for a bound under a rate; infinite where none would do. */
function fewestFor(rate: number, most: number): number {
  if (rate >= most * 0.9) return Number.POSITIVE_INFINITY;
  let count = Math.ceil(Math.log(startRisk) / Math.log1p(-most));
  while (upperBound(Math.ceil(rate * count - 1e-9), count, startRisk) > most) count = Math.ceil(count * 1.05);
  return count;
}

/** Scores have two decimals, and three above 0.99. No threshold is under 0.5: what is more likely wrong than right is nobody's to accept. */
const scores = [...Array.from({ length: 50 }, (_, at) => (50 + at) / 100), ...Array.from({ length: 9 }, (_, at) => (991 + at) / 1000)];

/** The score that a value needs; one over 1, which none has, where nothing is promised of its kind. */
export function neededBy({ experience, known, unknown }: ChosenRisk, kind: ValueKind): number {
  const { level } = experience.knows(kind) ? known : unknown;
  if (level === null) return 2;
  return scores.find((score) => experience.level({ ...kind, score }) >= level) ?? 2;
}
