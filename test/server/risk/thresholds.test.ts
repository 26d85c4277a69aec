import { describe, expect, it } from 'vitest';
import { driftingReaders } from '../../../server/risk/drift.js';
import { errorBound, type JudgedSample } from '../../../server/risk/error-bound.js';
import { chooseThresholds, neededBy } from '../../../server/risk/thresholds.js';
import { randomOf } from '../../kit/random.js';

const kind = { document: 'native', field: 'money', reader: 'large' } as const;
const samples = (count: number, more: (at: number) => Partial<JudgedSample> = () => ({})): readonly JudgedSample[] =>
  Array.from({ length: count }, (_, at) => ({
    ...kind,
    seller: `seller ${at}`,
    score: 0.95,
    right: true,
    chance: 1,
    run: `run ${at}`,
    of: 1,
    ...more(at),
  }));

describe('the bound of an error rate', () => {
  it('is that of Clopper and Pearson where every value is of a seller of its own', () => {
    expect(errorBound(samples(600)).bound).toBeCloseTo(1 - 0.05 ** (1 / 600), 6);
    expect(errorBound([]).bound).toBe(1);
  });

  it('is higher where few sellers have the values, and where the mistakes are those of one', () => {
    const few = samples(600, (at) => ({ seller: `seller ${at % 20}` }));
    expect(errorBound(few).bound).toBeGreaterThan(1.4 * errorBound(samples(600)).bound);
    const wrongAt = (is: (at: number) => boolean) => few.map((sample, at) => ({ ...sample, right: !is(at) }));
    const [spread, gathered] = [wrongAt((at) => at < 20), wrongAt((at) => at % 20 === 0 && at < 400)];
    expect([spread, gathered].map((all) => all.filter(({ right }) => !right).length)).toEqual([20, 20]);
    expect(errorBound(gathered).bound).toBeGreaterThan(1.5 * errorBound(spread).bound);
  });

  it('counts a value of a sample for as many as it stands for: of 100 that were held 10 are wrong, of 10 that stand for 1,000 none', () => {
    const all = [...samples(100, (at) => ({ right: at >= 10 })), ...samples(10, () => ({ chance: 0.01 }))];
    expect(errorBound(all).rate).toBeCloseTo(10 / 1_100, 6);
    // Ten values cannot tell more than ten.
    expect(errorBound(all).effective).toBeLessThan(13);
  });
});

describe('thresholds by what was judged', () => {
  it('are none while too few were, and say how many are missing', () => {
    const [chosen] = chooseThresholds(samples(300), 0.005);
    expect([chosen?.threshold, chosen?.missing]).toEqual([null, 298]);
    expect(neededBy(chooseThresholds(samples(300), 0.005), kind)).toBeGreaterThan(1);
    expect(chooseThresholds(samples(598), 0.005)[0]?.threshold).not.toBeNull();
  });

  it('say that no number would do where too many are wrong', () => {
    const wrong = samples(5_000, (at) => ({ score: 0.99, right: at % 50 > 0 }));
    expect(chooseThresholds(wrong, 0.005)[0]).toMatchObject({ threshold: null, missing: null });
  });

  it('are as low as the mistakes allow, for each kind of value', () => {
    const money = samples(3_000, (at) => ({ score: 0.5 + (at % 50) / 100, right: at % 50 >= 30 || at % 3 > 0 }));
    const dates = samples(3_000, (at) => ({ field: 'date', score: 0.5 + (at % 50) / 100 }));
    const chosen = chooseThresholds([...money, ...dates], 0.005);
    const [needed, other] = [neededBy(chosen, kind), neededBy(chosen, { ...kind, field: 'date' })];
    expect(needed).toBeGreaterThan(0.78);
    expect(needed).toBeLessThan(0.82);
    expect(other).toBe(0.5);
    expect(neededBy(chosen, { ...kind, reader: 'another' })).toBeGreaterThan(1);
  });

  it('takes kinds that have too few together', () => {
    const chosen = chooseThresholds(
      samples(900, (at) => ({ field: ['id', 'name', 'date'][at % 3] ?? '' })),
      0.005,
    );
    expect(chosen).toMatchObject([{ fields: ['id', 'name', 'date'], threshold: 0.5 }]);
  });
});

it('a reader that is wrong four times as often is noticed, and one that stays as it was is not', () => {
  const random = randomOf(1, 'drift');
  const judged = (rate: (at: number) => number) => samples(2_000, (at) => ({ score: 0.8, right: random.below(1_000) >= rate(at) }));
  expect(driftingReaders(judged(() => 100))).toEqual([]);
  expect(driftingReaders(judged((at) => (at < 1_000 ? 100 : 400)))).toEqual(['large']);
});

it('a reader whose mistakes come by the document is hardly ever taken for a worse one', () => {
  const drifting = Array.from({ length: 40 }, (_, seed) => {
    const random = randomOf(seed, 'drift');
    const judged = Array.from({ length: 600 }, (_, document) => {
      const isBad = random.below(100) < 4;
      const run = `document ${document}`;
      return samples(20, () => ({ score: 0.4, right: random.below(100) >= (isBad ? 60 : 1), run, of: 20 }));
    });
    return driftingReaders(judged.flat());
  });
  expect(drifting.flat().length).toBeLessThanOrEqual(1);
});
