import type { JudgedSample } from '../../../server/risk/error-bound.js';
import { Experience } from '../../../server/risk/experience.js';
import { type Random, randomOf } from '../../kit/random.js';
import { type CurvePoint, curveOf, type Scored } from '../calibrate/compare/curve.js';
import type { SimulatedCorpus, SimulatedDocument } from './documents.js';
import { mistakenly } from './simulate.js';

export interface CurvePlan {
  readonly mistakes: number;
  /** The share of what is kept that may be wrong. */
  readonly risk: number;
  readonly rounds: number;
}

/** What is kept of right values, 0..1, in documents of issuers of which so many were reviewed: means over rounds. */
export interface CurveRow {
  readonly reviewed: string;
  /** By the scores of the shipped table. */
  readonly shipped: number;
  /** By what verdicts add to it. */
  readonly learned: number;
}

const reviewedDocuments = [50, 100, 200, 400];
const ofSeller = [0, 1, 2, 3];

/**
 * What verdicts are worth: half of the sources are reviewed, and what is kept is measured on the documents of the others, of which nobody has seen any; then also
 * after some of their own documents were, on those that come after, of all that have four documents or more.
 */
export function learningCurve(corpus: SimulatedCorpus, plan: CurvePlan): readonly CurveRow[] {
  const rounds = Array.from({ length: plan.rounds }, (_, seed) => roundOf(corpus, plan, randomOf(seed + 1, 'curve')));
  return [...Map.groupBy(rounds.flat(), ({ reviewed }) => reviewed)].map(([reviewed, own]) => {
    const mean = (of: 'shipped' | 'learned'): number => own.reduce((sum, one) => sum + one[of], 0) / own.length;
    return { reviewed, shipped: mean('shipped'), learned: mean('learned') };
  });
}

function roundOf(corpus: SimulatedCorpus, plan: CurvePlan, random: Random): readonly CurveRow[] {
  const read = readerOf(corpus, random);
  const sellers = random.shuffled(corpus.sources).map((documents, at) => ({
    seller: `seller ${at}`,
    documents: random.shuffled(documents),
    rate: (plan.mistakes * random.below(201)) / 100,
  }));
  const drawn = (from: readonly Seller[]): readonly (readonly JudgedSample[])[] =>
    Array.from({ length: Math.max(...reviewedDocuments) }, () => random.pick(from)).flatMap((one) =>
      one ? [read(one, random.pick(one.documents))] : [],
    );
  const half = Math.floor(sellers.length / 2);
  const [reviewed, unseen] = [sellers.slice(0, half), sellers.slice(half)].map(drawn);
  const after = (documents: number): readonly JudgedSample[] => reviewed?.slice(0, documents).flat() ?? [];
  const most = Math.max(...ofSeller);
  const followed = sellers.slice(half).filter(({ documents }) => documents.length > most);
  const own = Array.from({ length: most }, (_, at) => followed.flatMap((one) => read(one, one.documents[at])));
  const later = followed.flatMap((one) => one.documents.slice(most).flatMap((document) => read(one, document)));
  return [
    ...reviewedDocuments.map((documents) => ({
      reviewed: `${documents} documents of others`,
      ...keptBy(after(documents), unseen?.flat() ?? [], plan),
    })),
    ...ofSeller.map((documents) => ({
      reviewed: `200 of others, ${documents} of the seller`,
      ...keptBy([...after(200), ...own.slice(0, documents).flat()], later, plan),
    })),
  ];
}

interface Seller {
  readonly seller: string;
  readonly documents: readonly SimulatedDocument[];
  readonly rate: number;
}

/** Reads documents of sellers, each time with other planted mistakes. */
function readerOf({ mistakes }: SimulatedCorpus, random: Random) {
  const byField = Map.groupBy(mistakes, ({ field }) => field);
  let count = 0;
  return ({ seller, rate }: Seller, { document, values }: SimulatedDocument = nothing): readonly JudgedSample[] => {
    count += 1;
    const about = { document, reader: 'recorded', seller, chance: 1, run: `${count}`, of: values.length };
    return mistakenly(values, { rate, byField, random }).map((value) => ({ ...value, ...about }));
  };
}

const nothing: SimulatedDocument = { source: '', document: '', values: [] };

/** Of values that are equally sure those with a higher score come first. */
function keptBy(judged: readonly JudgedSample[], values: readonly JudgedSample[], { risk }: CurvePlan): Omit<CurveRow, 'reviewed'> {
  const experience = new Experience(judged);
  const scored = values.map(
    (value): Scored<'shipped' | 'learned'> => ({
      ...{ right: value.right, weight: 1 },
      scores: { shipped: value.score, learned: experience.level(value) + value.score / 2 },
    }),
  );
  return { shipped: keptAt(curveOf(scored, 'shipped'), risk), learned: keptAt(curveOf(scored, 'learned'), risk) };
}

/** The most that can be kept where no larger share of it is wrong; among values that are equally sure, chance decides. */
function keptAt(curve: readonly CurvePoint[], risk: number): number {
  const excess = ({ right, wrong }: Pick<CurvePoint, 'right' | 'wrong'>): number => wrong - (right + wrong) * risk;
  let [most, before] = [0, { kept: 0, right: 0, wrong: 0 }];
  for (const point of curve) {
    const [from, to] = [excess(before), excess(point)];
    if (to <= 0) most = point.kept;
    else if (from < 0) most = before.kept + ((point.kept - before.kept) * from) / (from - to);
    before = point;
  }
  return most;
}
