import type { CapName } from '../../../../core/contracts/cap.js';
import { ceilingOf, ladders, type Stratum } from '../../../../core/evidence/scoring/calibration.js';
import { startValues } from '../../../../core/evidence/scoring/caps.js';
import type { CalibrationTable, CellConfidence } from '../../../../core/index.js';
import { type Beta, lowerBound, mean } from './beta.js';
import { monotone } from './monotone.js';
import { type CalibrationSample, decidingCap } from './sample.js';

export type LearnedTable = Pick<CalibrationTable, 'caps' | 'words'>;
type CapEntry = LearnedTable['caps'][number];

interface Count {
  readonly n: number;
  readonly correct: number;
}

/** The weight of an expectation, as a number of observed values. */
const prior = 20;
/** Up to this number of values, over all kinds of fields, says nothing about a cap. */
const fewest = 5;
/** The weight of a cap that never decided; it follows its neighbours. */
const nothing = 1e-3;

/**
 * The learned value of each cap by kind of field and document: monotone in each class of evidence, 0..1, under the ceiling. Values limited
 * by something of their own (a dim word) do not count. Where few values were decided, the expectation comes from the cap in other fields,
 * then from caps of the same start value, then from the start value; each weighs 20 values.
 */
export function learn(samples: readonly CalibrationSample[], ceiling: (name: CapName) => number = ceilingOf): LearnedTable {
  const families = [...Map.groupBy(samples.filter(isTelling), ({ family }) => family)].sort(([a], [b]) => (a < b ? -1 : 1));
  const entries = families.flatMap(([family, members]) => {
    const knowledge = { decided: Map.groupBy(members, (sample) => decidingCap(sample)?.name), expected: expectations(members), ceiling };
    const fields = [...new Set(members.map(({ field }) => field))].sort();
    return fields.flatMap((field) => learnStratum({ family, field }, knowledge));
  });
  const isWord = ({ cap }: CapEntry): boolean => cap.startsWith('model.');
  return {
    caps: entries.filter((entry) => !isWord(entry)),
    words: entries.filter(isWord).map(({ cap, ...entry }) => ({ ...entry, word: cap.slice('model.'.length) as CellConfidence })),
  };
}

const isTelling = (sample: CalibrationSample): boolean => decidingCap(sample)?.heldTo === undefined;

/** What was observed for one kind of document. */
interface Knowledge {
  readonly decided: ReadonlyMap<CapName | undefined, readonly CalibrationSample[]>;
  /** By start value. */
  readonly expected: ReadonlyMap<number, number>;
  ceiling(name: CapName): number;
}

/** How often values of each start score are right, whichever cap decided: a monotone curve. */
function expectations(samples: readonly CalibrationSample[]): Knowledge['expected'] {
  const startOf = (sample: CalibrationSample): number => startValues[decidingCap(sample)?.name ?? 'evidence.notFound'];
  const levels = [...Map.groupBy(samples, startOf)].sort(([a], [b]) => a - b);
  const curve = monotone(levels.map(([start, members]) => ({ value: mean(after(count(members), start)), weight: members.length })));
  return new Map(levels.map(([start], index) => [start, curve[index] ?? start]));
}

function learnStratum({ family, field }: Stratum, knowledge: Knowledge): readonly CapEntry[] {
  return ladders.flatMap((ladder) => {
    const steps = ladder.map((cap) => ({ cap, ...step(cap, field, knowledge) }));
    const values = monotone(steps.map(({ n, value }) => ({ value, weight: Math.max(n, nothing) })));
    return steps
      .map(({ cap, n, correct }, index) => ({ family, field, cap, n, correct, value: Math.round((values[index] ?? 0) * 100) / 100 }))
      .filter(({ cap, n, value }) => n > 0 || value !== startValues[cap]);
  });
}

/**
 * A cap is not raised where it decided few or no values of the kind of field. A word may be raised although it hardly ever decides: a
 * certain reader claims no more than a single reader can.
 */
function step(cap: CapName, field: Stratum['field'], { decided, expected, ceiling }: Knowledge): Count & { readonly value: number } {
  const [start, all] = [startValues[cap], decided.get(cap) ?? []];
  const own = count(all.filter((one) => one.field === field));
  const others = after(count(all.filter((one) => one.field !== field)), expected.get(start) ?? start);
  const known = Math.min(ceiling(cap), carefully(start, after(own, mean(others))));
  const isHearsay = !cap.startsWith('model.') && (own.n === 0 || all.length < fewest);
  return { ...own, value: isHearsay ? Math.min(start, known) : known };
}

/**
 * Uses the mean, but raises scores of 0.90 and more only up to the lower 90 % bound, because they are used without a second reading. So a
 * few lucky values raise nothing, and a few values in favour lower nothing.
 */
function carefully(start: number, known: Beta): number {
  const expected = mean(known);
  return start < 0.9 || expected < start ? expected : Math.max(start, lowerBound(known));
}

const count = (samples: readonly CalibrationSample[]): Count => ({
  n: samples.length,
  correct: samples.filter(({ right }) => right).length,
});

const after = ({ n, correct }: Count, rate: number): Beta => ({
  successes: prior * rate + correct,
  failures: prior * (1 - rate) + n - correct,
});
