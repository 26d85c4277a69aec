import { recordIn } from '../../../../core/evidence/scoring/weigh.js';
import type { CalibrationTable } from '../../../../core/index.js';
import { drawn, interval, resamples } from '../../eval/figures/estimate.js';
import { percent } from '../../eval/figures/text-table.js';
import { crossValidate, split } from '../learning/cross-validate.js';
import { learn, standingFor } from '../learning/learn.js';
import { type CalibrationSample, scoreOf } from '../learning/sample.js';
import { asRead } from '../measure.js';
import type { ComparisonPlan } from './compare.js';
import { type CurvePoint, curveOf, type Scored, wrongAmong } from './curve.js';

/** A new table beside the one that is in use, on values of sources that the new one has not seen. */
export interface TableComparison {
  readonly values: number;
  readonly sources: number;
  readonly wrong: number;
  /** What the old one keeps at the threshold, and the new one where no larger share of what it keeps is wrong. Shares, 0..1. */
  readonly old: KeptAtRisk;
  readonly new: KeptAtRisk;
  /** The bounds of 95 % over sources of what the new one keeps more. */
  readonly difference: readonly [number, number] | null;
  /** Mean squared distances of score and outcome. */
  readonly brier: { readonly old: number; readonly new: number };
  /** Why the new one is not to be used; absent where it may be. */
  readonly refused?: string;
}

interface KeptAtRisk {
  readonly threshold: number;
  readonly kept: number;
  readonly wrong: number;
}

/** Fewer say too little of sources that nobody has seen. */
const fewest = { sources: 10, values: 200 };

interface ComparedScore extends Scored<'old' | 'new'> {
  readonly source: string;
}

export function compareTables(
  samples: readonly CalibrationSample[],
  table: CalibrationTable,
  { threshold, ...plan }: ComparisonPlan & { readonly threshold: number },
): TableComparison {
  const folds = split(samples, plan);
  const { after } = crossValidate(folds, (others) => learn(others, plan));
  const record = recordIn(table);
  const standing = standingFor(asRead(samples));
  const scored = folds.flat().flatMap((sample, at): readonly ComparedScore[] => {
    if (sample.fault !== undefined) return [];
    const scores = { old: scoreOf(sample, record), new: after[at]?.score ?? 0 };
    return [{ source: sample.source, right: sample.right, weight: standing(sample), scores }];
  });
  const [old, found] = atSameRisk(scored, threshold);
  const brier = { old: distance(scored, 'old'), new: distance(scored, 'new') };
  const counts = { values: scored.length, sources: new Set(scored.map(({ source }) => source)).size };
  const compared = {
    ...counts,
    wrong: scored.filter(({ right }) => !right).length,
    old,
    new: found,
    difference: spread(scored, threshold),
    brier,
  };
  const refused = refusal(compared);
  return { ...compared, ...(refused !== undefined && { refused }) };
}

/** What the old scores keep at a threshold, and what the new ones keep where no larger share is wrong. */
function atSameRisk(values: readonly ComparedScore[], threshold: number): readonly [KeptAtRisk, KeptAtRisk] {
  const [before, after] = [curveOf(values, 'old'), curveOf(values, 'new')];
  const old = keptAt(before.findLast(({ score }) => score >= threshold));
  return [{ ...old, threshold }, keptAt(after.findLast((point) => wrongAmong(point) <= old.wrong))];
}

const keptAt = (point: CurvePoint | undefined): KeptAtRisk =>
  point ? { threshold: point.score, kept: point.kept, wrong: wrongAmong(point) } : { threshold: 1, kept: 0, wrong: 0 };

function distance(values: readonly ComparedScore[], way: 'old' | 'new'): number {
  const all = values.reduce((sum, { weight }) => sum + weight, 0);
  return values.reduce((sum, { right, weight, scores }) => sum + weight * (scores[way] - Number(right)) ** 2, 0) / Math.max(all, 1e-9);
}

function spread(values: readonly ComparedScore[], threshold: number): TableComparison['difference'] {
  const sources = [...Map.groupBy(values, ({ source }) => source).values()];
  if (sources.length < 2) return null;
  const differences = Array.from({ length: resamples / 5 }, (_, round) => {
    const times = drawn(sources.length, round);
    const some = sources.flatMap((members, at) =>
      times[at] ? members.map((value) => ({ ...value, weight: value.weight * (times[at] ?? 0) })) : [],
    );
    const [old, found] = atSameRisk(some, threshold);
    return found.kept - old.kept;
  });
  return interval(differences);
}

function refusal({ values, sources, wrong, old, new: found, brier }: Omit<TableComparison, 'refused'>): string | undefined {
  if (sources < fewest.sources || values < fewest.values)
    return `too thin: ${values} values of ${sources} issuers; ${fewest.values} of ${fewest.sources} are needed`;
  if (wrong === 0) return 'too thin: none of these values is wrong, so that nothing tells which table would have held it';
  if (brier.new > brier.old) return 'worse: on issuers held out its scores are farther from what is right and wrong';
  if (found.kept < old.kept) return 'worse: at the same risk it keeps fewer right values of issuers held out';
  return undefined;
}

export function tableReport(name: string, compared: TableComparison): string {
  const { values, sources, wrong, old, new: found, difference, brier, refused } = compared;
  const row = (title: string, { threshold, kept, wrong: share }: KeptAtRisk, distant: number): string =>
    `${title.padEnd(24)} ${percent(kept).padStart(8)} ${percent(share, 2).padStart(8)} ${threshold.toFixed(2).padStart(10)} ${distant.toFixed(4).padStart(8)}`;
  return [
    `== Against ${name}: ${values} values of ${sources} issuers, ${wrong} of them wrong; the new table has seen no issuer that it is judged by ==`,
    `${''.padEnd(24)} ${'kept'.padStart(8)} ${'wrong'.padStart(8)} ${'threshold'.padStart(10)} ${'Brier'.padStart(8)}`,
    row(name, old, brier.old),
    row('new, at the same risk', found, brier.new),
    difference
      ? `kept more: ${percent(found.kept - old.kept)} (95 % over issuers: ${difference.map((bound) => percent(bound)).join(' to ')})`
      : '',
    refused === undefined ? 'It may be used.' : `It is refused, ${refused}.`,
    '',
  ].join('\n');
}
