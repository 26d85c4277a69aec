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

/** How many values an expectation counts as, beside those that were seen. */
const prior = 20;
/** So few values, all kinds of fields together, say nothing of a cap. */
const fewest = 5;
/** The weight of a cap that decided nothing: it follows its neighbours. */
const nothing = 1e-3;

/**
 * What each cap is worth where it decides, for every kind of field in every kind of document: monotone in each class of evidence, within
 * 0..1, under each cap's ceiling. A value that is held down by something of its own, such as a dim word, says nothing of its kind of evidence. Where few values were decided, the next wider circle says what to expect: the cap in the other kinds of
 * fields, then the reader's caps of the same start value, then the start value itself; each counts as 20 values.
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

/** All that is known of one kind of document. */
interface Knowledge {
  readonly decided: ReadonlyMap<CapName | undefined, readonly CalibrationSample[]>;
  /** By start value. */
  readonly expected: ReadonlyMap<number, number>;
  ceiling(name: CapName): number;
}

/** How often values of each start score are right, whatever decided them: a monotone curve. */
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
 * A cap is not raised by hearsay: where it decided no value of the kind of field, or hardly any at all. A word is, for it hardly ever decides:
 * a reader that is certain says no more than that it reads alone.
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
 * The mean of what is known. A score that is used without another look, 0.90 and more, is only raised as far as the lower 90 % bound, so
 * that a few lucky values raise nothing; it is lowered by the mean, so that a few values in its favour do not lower it.
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
