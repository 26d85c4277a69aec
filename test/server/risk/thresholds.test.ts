import { describe, expect, it } from 'vitest';
import { driftsIn, sinceDrift } from '../../../server/risk/drift.js';
import { errorBound, type JudgedSample } from '../../../server/risk/error-bound.js';
import { standingOf } from '../../../server/risk/keeper.js';
import { chooseRisk, neededBy } from '../../../server/risk/thresholds.js';
import { randomOf } from '../../kit/random.js';

const kind = { document: 'native', field: 'money', reader: 'large', seller: 'seller 0' } as const;
const samples = (count: number, more: (at: number) => Partial<JudgedSample> = () => ({})): readonly JudgedSample[] =>
  Array.from({ length: count }, (_, at) => ({
    ...kind,
    seller: `seller ${at % 200}`,
    score: 0.95,
    right: true,
    chance: 1,
    run: `run ${at}`,
    of: 1,
    ...more(at),
  }));

/** Values that are right and wrong by themselves. */
const tallied = (count: number, more: (at: number) => Partial<JudgedSample & { readonly cluster: string }> = () => ({})) =>
  samples(count, more).map((sample, at) => ({ cluster: `run ${at}`, ...sample, ...more(at) }));

describe('the bound of an error rate', () => {
  it('is that of Clopper and Pearson where every value is of a document of its own', () => {
    expect(errorBound(tallied(600)).bound).toBeCloseTo(1 - 0.05 ** (1 / 600), 6);
    expect(errorBound([]).bound).toBe(1);
  });

  it('is higher where few documents have the values, and where the mistakes are those of one', () => {
    const few = tallied(600, (at) => ({ cluster: `run ${at % 20}` }));
    expect(errorBound(few).bound).toBeGreaterThan(1.4 * errorBound(tallied(600)).bound);
    const wrongAt = (is: (at: number) => boolean) => few.map((sample, at) => ({ ...sample, right: !is(at) }));
    const [spread, gathered] = [wrongAt((at) => at < 20), wrongAt((at) => at % 20 === 0 && at < 400)];
    expect([spread, gathered].map((all) => all.filter(({ right }) => !right).length)).toEqual([20, 20]);
    expect(errorBound(gathered).bound).toBeGreaterThan(1.5 * errorBound(spread).bound);
  });

  it('assumes less the more documents show how alike their mistakes are', () => {
    const spread = (documents: number) => tallied(documents * 50, (at) => ({ cluster: `run ${at % documents}`, right: at % 50 > 0 }));
    const [few, many] = [21, 2_001].map((documents) => errorBound(spread(documents)).effective / (documents * 50));
    expect(few).toBeLessThan(0.9);
    expect(many).toBeGreaterThan(0.98);
  });

  it('counts a value of a sample for as many as it stands for: of 100 that were held 10 are wrong, of 10 that stand for 1,000 none', () => {
    const all = [...tallied(100, (at) => ({ right: at >= 10 })), ...tallied(10, () => ({ chance: 0.01 }))];
    expect(errorBound(all).rate).toBeCloseTo(10 / 1_100, 6);
    // Ten values cannot tell more than ten.
    expect(errorBound(all).effective).toBeLessThan(13);
  });
});

describe('what is accepted by what was judged', () => {
  it('is nothing while too little was, and says how much is missing', () => {
    const standing = standingOf(samples(500), 0.005);
    expect([standing.bound, standing.missing]).toEqual([null, 436]);
    expect(neededBy(standing.chosen, kind)).toBeGreaterThan(1);
    expect(neededBy(chooseRisk(samples(1_000), 0.005), kind)).toBe(0.95);
    const sure = samples(2_000, (at) => (at % 2 === 0 ? { score: 0.997 } : { score: 0.991, right: (at + Math.floor(at / 200)) % 20 > 1 }));
    expect(neededBy(chooseRisk(sure, 0.005), kind)).toBe(0.997);
  });

  it('is nothing where too much is wrong for any number to do', () => {
    const wrong = samples(5_000, (at) => ({ score: 0.99, right: at % 51 > 0 }));
    expect(standingOf(wrong, 0.005)).toMatchObject({ bound: null, missing: null });
  });

  it('has a lower score the less its kind is wrong', () => {
    const money = samples(6_000, (at) => ({ score: 0.5 + (at % 50) / 100, right: at % 50 >= 30 || at % 3 > 0 }));
    const dates = samples(6_000, (at) => ({ field: 'date', score: 0.5 + (at % 50) / 100 }));
    const chosen = chooseRisk([...money, ...dates], 0.005);
    expect(neededBy(chosen, kind)).toBeCloseTo(0.8, 6);
    expect(neededBy(chosen, { ...kind, field: 'date' })).toBe(0.5);
    expect(neededBy(chosen, { ...kind, reader: 'another' })).toBeGreaterThan(1);
  });

  it('is of a kind that is wrong more often than is promised where others make up for it', () => {
    const names = samples(2_000, (at) => ({ field: 'name', right: at % 101 > 0 }));
    expect(standingOf(names, 0.005).bound).toBeNull();
    expect(neededBy(chooseRisk([...samples(10_000), ...names], 0.005), { ...kind, field: 'name' })).toBe(0.95);
  });

  it('is nothing of a seller of whom nothing was, until enough sellers were right from the first document on', () => {
    const stranger = { ...kind, seller: 'stranger' };
    expect(neededBy(chooseRisk(samples(2_000), 0.005), stranger)).toBeGreaterThan(1);
    expect(
      neededBy(
        chooseRisk(
          samples(1_000, (at) => ({ seller: `seller ${at}` })),
          0.005,
        ),
        stranger,
      ),
    ).toBe(0.95);
  });

  it('is nothing of a seller whose values were wrong until they were right for long, and all of another with the same scores', () => {
    const isBad = (at: number): boolean => at % 200 === 7;
    const before = samples(4_000, (at) => ({ right: !isBad(at) }));
    const bad = { ...kind, seller: 'seller 7' };
    const chosen = chooseRisk(before, 0.005);
    expect([bad, kind].map((one) => neededBy(chosen, one) <= 1)).toEqual([false, true]);
    const mended = samples(40_000, (at) => ({ run: `later ${at}`, seller: `seller ${at % 400 < 200 ? 7 : at % 200}` }));
    expect(neededBy(chooseRisk([...before, ...mended], 0.005), bad)).toBeLessThan(1);
  });
});

it('a reader that is wrong four times as often is noticed, and one that stays as it was is not', () => {
  const random = randomOf(1, 'drift');
  const judged = (rate: (at: number) => number) => samples(2_000, (at) => ({ score: 0.8, right: random.below(1_000) >= rate(at) }));
  expect(driftsIn(judged(() => 100))).toEqual([]);
  const worse = judged((at) => (at < 1_000 ? 100 : 400));
  const drifts = driftsIn(worse);
  expect(drifts.map(({ reader }) => reader)).toEqual(['large']);
  const [first] = sinceDrift(worse, drifts);
  expect(Math.abs(Number(first?.run.slice('run '.length)) - 1_000)).toBeLessThan(20);
});

it('a reader whose mistakes come by the document is hardly ever taken for a worse one', () => {
  const drifting = Array.from({ length: 40 }, (_, seed) => {
    const random = randomOf(seed, 'drift');
    const judged = Array.from({ length: 600 }, (_, document) => {
      const isBad = random.below(100) < 4;
      const run = `document ${document}`;
      return samples(20, () => ({ score: 0.4, right: random.below(100) >= (isBad ? 60 : 1), run, of: 20 }));
    });
    return driftsIn(judged.flat());
  });
  expect(drifting.flat().length).toBeLessThanOrEqual(1);
});

it('a reader of which less is held from some day on is not taken for a worse one', () => {
  const random = randomOf(1, 'held');
  const judged = Array.from({ length: 4_000 }, (_, document) => {
    const isMistaken = random.below(10) === 0;
    const whole = samples(20, (at) => ({ right: !isMistaken || at > 0, run: `document ${document}`, of: 20 }));
    if (document < 500) return whole;
    // Only the mistake is held; of what is accepted a few values are drawn.
    if (isMistaken) return whole.slice(0, 1);
    return random.below(20) === 0 ? whole.slice(0, 3).map((sample) => ({ ...sample, chance: (0.05 * 3) / 20 })) : [];
  });
  expect(driftsIn(judged.flat())).toEqual([]);
});
