import { upperBound } from '../../../../server/risk/error-bound.js';
import { rankingQuality } from '../../calibrate/measure.js';
import { count, textTable } from '../../eval/figures/text-table.js';
import { type Half, halfOf, halves } from '../documents.js';
import { type Baseline, baselines } from './baselines.js';
import type { FaultTrial, KeptValue, LeafRecord, Results } from './records.js';

/** A count out of a total. */
export interface Rate {
  readonly of: number;
  readonly count: number;
}

export const rateOf = <T>(list: readonly T[], holds: (one: T) => boolean): Rate => ({ of: list.length, count: list.filter(holds).length });

/** '97.3%', or '-' when the total is 0. Never rounds up. */
export const percent = ({ of, count }: Rate): string => (of === 0 ? '-' : `${floored(count / of)}%`);

/** The one-sided lower 95 % bound of Clopper and Pearson. */
export const lowerBound = ({ of, count }: Rate): string => (of === 0 ? '-' : `${floored(1 - upperBound(of - count, of))}%`);

const floored = (share: number): string => (Math.floor(share * 1000 + 1e-9) / 10).toFixed(1);

type Figures = Pick<Results, 'kept' | 'trials' | 'threshold'>;

/** What is caught, what is kept, and how well right values and planted ones are told apart: for each half of the sources, and for all. */
export function separation({ kept, trials, threshold }: Results): readonly string[] {
  const sources = new Set([...kept, ...trials].map(({ source }) => source));
  const rows = [...halves, undefined].map((half) => {
    const ofHalf = ({ source }: { readonly source: string }): boolean => half === undefined || halfOf(source) === half;
    return rowOf(half, [...sources].filter((source) => ofHalf({ source })).length, {
      ...{ threshold, kept: kept.filter(ofHalf), trials: trials.filter(ofHalf) },
    });
  });
  const letters = baselines.map((_, at) => `(${String.fromCharCode(97 + at)})`);
  const head = [
    'by half of the sources, none in both',
    'documents',
    'planted',
    'caught',
    'header',
    'kept',
    'cells',
    'kept',
    'AUC',
    'of values',
    ...letters,
  ];
  return textTable([head, ...rows]);
}

function rowOf(half: Half | undefined, sources: number, figures: Figures): readonly string[] {
  const { kept, trials, threshold } = figures;
  const cells = (line: boolean): Rate =>
    rateOf(
      kept.filter(({ fieldFamily }) => (fieldFamily === 'line') === line),
      ({ right, score }) => right && score >= threshold,
    );
  const values = { right: kept.filter(({ right }) => right), planted: plantedIn(trials) };
  const readable = { ...values, planted: values.planted.filter(({ read }) => read !== null) };
  return [
    `${half ?? 'all'}, ${count(sources, 'source')}`,
    String(new Set([...kept, ...trials].map(({ document }) => document)).size),
    ...rated(rateOf(trials, ({ caught }) => caught)),
    ...rated(cells(false)),
    ...rated(cells(true)),
    shown(auc(values, ({ score }) => score)),
    shown(auc(readable, ({ score }) => score)),
    ...baselines.map((name) => shown(auc(readable, (value) => acceptance(value, name)))),
  ];
}

const rated = (rate: Rate): readonly string[] => [String(rate.of), `${percent(rate)} (${lowerBound(rate)})`];
const shown = (share: number | null): string => share?.toFixed(4) ?? '-';

/** The planted values that are known to be wrong. */
const plantedIn = (trials: readonly FaultTrial[]): readonly LeafRecord[] =>
  trials.flatMap(({ leaves }) => leaves.filter(({ wrong }) => wrong === true));

/** A baseline knows only two scores. */
const acceptance = ({ baselines: accepting }: Pick<KeptValue, 'baselines'>, name: Baseline): number => (accepting.includes(name) ? 1 : 0);

/** How often a right value scores above a planted one, ties counting half; null where there is none of either. */
const auc = <Right, Planted>({ right, planted }: Told<Right, Planted>, scoreOf: (value: Right | Planted) => number): number | null =>
  rankingQuality([
    ...right.map((value) => ({ score: scoreOf(value), right: true })),
    ...planted.map((value) => ({ score: scoreOf(value), right: false })),
  ]);

interface Told<Right, Planted> {
  readonly right: readonly Right[];
  readonly planted: readonly Planted[];
}
