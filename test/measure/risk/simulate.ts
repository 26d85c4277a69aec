import type { JudgedSample } from '../../../server/risk/error-bound.js';
import { type RiskStanding, standingOf } from '../../../server/risk/keeper.js';
import { neededBy } from '../../../server/risk/thresholds.js';
import { type Random, randomOf } from '../../kit/random.js';
import type { SimulatedCorpus, SimulatedDocument, SimulatedValue } from './documents.js';

export interface SimulationPlan {
  readonly documents: number;
  readonly issuers: number;
  readonly risk: number;
  readonly sample: number;
  readonly mistakes: number;
  readonly worse: number;
  readonly seed: number;
}

export interface SimulatedRun {
  readonly values: number;
  readonly accepted: number;
  /** Of the accepted. */
  readonly wrong: number;
  readonly judged: number;
  /** The document from which on anything was promised. */
  readonly first?: number;
  /** How many documents after the middle the reader's drift was noticed; negative before it. */
  readonly noticed?: number;
  /** The share of accepted values in the last fifth. */
  readonly late: number;
}

/** There is one reader. */
const reader = 'recorded';
/** As the server takes them. */
const [mostJudged, everyDocuments, mostDrawn] = [20_000, 50, 3];

export function simulate({ sources, mistakes }: SimulatedCorpus, plan: SimulationPlan): SimulatedRun {
  const random = randomOf(plan.seed, 'risk');
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const byField = Map.groupBy(mistakes, ({ field }) => field);
  const issuers = Array.from({ length: plan.issuers }, () => ({
    documents: pick(sources),
    rate: (plan.mistakes * random.below(201)) / 100,
  }));
  const judged: JudgedSample[] = [];
  const counts = { values: 0, accepted: 0, wrong: 0, lateValues: 0, lateAccepted: 0 };
  let standing: RiskStanding = standingOf([], plan.risk);
  let [first, noticed]: (number | undefined)[] = [];
  for (let at = 0; at < plan.documents; at++) {
    const seller = random.below(issuers.length);
    const issuer = issuers[seller] as (typeof issuers)[number];
    const worse = at >= plan.documents / 2 ? plan.worse : 1;
    const document = pick(issuer.documents);
    const values = mistakenly(document.values, { rate: issuer.rate * worse, byField, random });
    decide(document, values, at, `issuer ${seller}`);
    if (at % everyDocuments > 0) continue;
    standing = standingOf(judged.slice(-mostJudged), plan.risk);
    if (standing.bound !== null) first ??= at;
    if (standing.drifting.length > 0) noticed ??= at - plan.documents / 2;
  }
  const late = counts.lateAccepted / Math.max(1, counts.lateValues);
  return { ...counts, judged: judged.length, late, ...(first !== undefined && { first }), ...(noticed !== undefined && { noticed }) };

  function decide({ document }: SimulatedDocument, values: readonly SimulatedValue[], at: number, seller: string): void {
    const judge = (value: SimulatedValue, likely: number): void =>
      void judged.push({ ...value, document, reader, seller, chance: likely, run: `document ${at}`, of: values.length });
    const needed = new Map(values.map(({ field }) => [field, neededBy(standing.chosen, { field, document, reader, seller })]));
    const isAccepted = ({ field, score }: SimulatedValue): boolean => score >= (needed.get(field) ?? 2);
    const accepted = values.filter(isAccepted);
    for (const value of values) if (!isAccepted(value)) judge(value, 1);
    const count = Math.min(mostDrawn, accepted.length);
    if (count > 0 && isDrawn(random, plan.sample))
      for (const value of random.shuffled(accepted).slice(0, count)) judge(value, (plan.sample * count) / accepted.length);
    const isLate = at >= plan.documents * 0.8;
    counts.values += values.length;
    counts.accepted += accepted.length;
    counts.wrong += accepted.filter(({ right }) => !right).length;
    if (isLate) counts.lateValues += values.length;
    if (isLate) counts.lateAccepted += accepted.length;
  }
}

interface PlantedShare {
  readonly rate: number;
  readonly byField: ReadonlyMap<string, readonly SimulatedValue[]>;
  readonly random: Random;
}

/** Values of which a share has a planted mistake of its kind in its place. */
export const mistakenly = (values: readonly SimulatedValue[], { rate, byField, random }: PlantedShare): readonly SimulatedValue[] =>
  values.map((value) => (isDrawn(random, rate) ? (random.pick(byField.get(value.field) ?? []) ?? value) : value));

const isDrawn = (random: Random, share: number): boolean => random.below(1_000_000) < share * 1_000_000;
