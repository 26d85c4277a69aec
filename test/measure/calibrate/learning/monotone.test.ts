import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monotone } from './monotone.js';

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
