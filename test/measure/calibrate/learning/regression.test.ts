import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logistic, logit } from '../../../../core/evidence/scoring/weigh.js';
import { monotone, type RegressionRow, regress } from './regression.js';

const rows = (has: readonly number[], { n, right }: { readonly n: number; readonly right: number }, weight = 1): readonly RegressionRow[] =>
  Array.from({ length: n }, (_, index) => ({ has, true: index < right, weight }));
const freely = { value: 0, strength: 1e-6 };

describe('a regression', () => {
  it('is what was expected where nothing was observed', () => {
    const expected = [
      { value: 0.5, strength: 1 },
      { value: -2, strength: 3 },
    ];
    expect(regress([], expected)).toEqual([0.5, -2]);
  });

  it('finds the log-odds of the observed rate where hardly anything was expected', () => {
    const [found = 0] = regress(rows([0], { n: 50, right: 40 }), [freely]);
    expect(logistic(found)).toBeCloseTo(0.8, 3);
  });

  it('finds what one finding adds to another', () => {
    const [all = 0, more = 0] = regress([...rows([0], { n: 100, right: 50 }), ...rows([0, 1], { n: 100, right: 90 })], [freely, freely]);
    expect(all).toBeCloseTo(0, 2);
    expect(more).toBeCloseTo(logit(0.9), 2);
  });

  it('tells apart two findings that mostly come together', () => {
    const given = [...rows([0, 1], { n: 100, right: 50 }), ...rows([0], { n: 10, right: 9 }), ...rows([1], { n: 10, right: 1 })];
    const [one = 0, other = 0] = regress(given, [freely, freely]);
    expect(one).toBeGreaterThan(1);
    expect(other).toBeLessThan(-1);
  });

  it('moves away from what was expected the further, the more was observed', () => {
    const after = (n: number) => regress(rows([0], { n, right: 0 }), [{ value: 2, strength: 1 }])[0] ?? 0;
    const [none = 0, few = 0, some = 0, many = 0] = [0, 1, 10, 100].map(after);
    expect(none).toBe(2);
    expect([none, few, some, many]).toEqual([none, few, some, many].toSorted((a, b) => b - a));
    expect(none - few).toBeLessThan(1);
    expect(many).toBeLessThan(-1);
  });

  it('counts a row by its weight', () => {
    const expected = [{ value: 1, strength: 0.5 }];
    const [ten = 0] = regress(rows([0], { n: 10, right: 4 }), expected);
    const [heavy = 0] = regress([...rows([0], { n: 1, right: 1 }, 4), ...rows([0], { n: 1, right: 0 }, 6)], expected);
    expect(heavy).toBeCloseTo(ten, 3);
  });

  it('stays finite where every value is right, and with rows that count nothing', () => {
    const [sure = 0] = regress(rows([0], { n: 5000, right: 5000 }), [{ value: 0, strength: 0.5 }]);
    expect(sure).toBeGreaterThan(5);
    expect(sure).toBeLessThan(20);
    expect(regress(rows([0], { n: 3, right: 3 }, 0), [{ value: 0, strength: 0 }])).toEqual([0]);
  });

  it('finds the least loss: no coefficient is better a little higher or lower', () => {
    const row = fc.record({
      has: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 4 }),
      true: fc.boolean(),
      weight: fc.constantFrom(0.1, 1, 3),
    });
    const expectation = fc.record({ value: fc.integer({ min: -3, max: 3 }), strength: fc.constantFrom(0.2, 1, 5) });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), fc.array(expectation, { minLength: 4, maxLength: 4 }), (given, expected) => {
        const found = regress(given, expected);
        const loss = (values: readonly number[]) =>
          given.reduce((sum, { has, true: right, weight }) => {
            const odds = has.reduce((total, index) => total + (values[index] ?? 0), 0);
            return sum - weight * Math.log(logistic(right ? odds : -odds));
          }, 0) + expected.reduce((sum, { value, strength }, at) => sum + (strength * ((values[at] ?? 0) - value) ** 2) / 2, 0);
        for (const at of found.keys())
          for (const step of [-0.02, 0.02]) expect(loss(found)).toBeLessThanOrEqual(loss(found.with(at, (found[at] ?? 0) + step)) + 1e-9);
      }),
    );
  });
});

const steps = (...values: readonly number[]) => values.map((value) => ({ value, weight: 1 }));

describe('pooling adjacent violators', () => {
  it('keeps rising values', () => {
    expect(monotone(steps(1, 2, 2, 3))).toEqual([1, 2, 2, 3]);
  });
  it('replaces neighbours in the wrong order by their mean, also where that breaks the order before them', () => {
    expect(monotone(steps(1, 3, 2))).toEqual([1, 2.5, 2.5]);
    expect(monotone(steps(3, 2, 1))).toEqual([2, 2, 2]);
    expect(monotone(steps(2, 4, 0))).toEqual([2, 2, 2]);
  });
  it('uses the weights', () => {
    const pooled = [
      { value: 1, weight: 3 },
      { value: 0, weight: 1 },
    ];
    expect(monotone(pooled)).toEqual([0.75, 0.75]);
  });
  it('never falls, keeps the weighted sum, and leaves no value outside of those given', () => {
    const step = fc.record({ value: fc.double({ min: 0, max: 1, noNaN: true }), weight: fc.integer({ min: 1, max: 100 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), (given) => {
        const found = monotone(given);
        const sum = (values: readonly number[]) => values.reduce((total, value, index) => total + value * (given[index]?.weight ?? 0), 0);
        expect(found.every((value, index) => index === 0 || value >= (found[index - 1] ?? 0))).toBe(true);
        expect(sum(found)).toBeCloseTo(sum(given.map(({ value }) => value)), 6);
        const values = given.map(({ value }) => value);
        expect(Math.min(...found)).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
        expect(Math.max(...found)).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
      }),
    );
  });
});
