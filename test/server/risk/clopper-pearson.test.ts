import { describe, expect, it } from 'vitest';
import { upperBound } from '../../../server/risk/error-bound.js';

describe('the upper 95 % bound of an error rate', () => {
  it.each([
    [0, 300, 0.0099],
    [0, 600, 0.005],
    [0, 3000, 0.001],
    [2, 1000, 0.0063],
    [5, 2000, 0.0052],
    [1, 2, 0.9747],
  ])('after %i errors in %i trials is %f', (errors, trials, bound) => {
    expect(upperBound(errors, trials)).toBeCloseTo(bound, 4);
  });

  it('is 1 where nothing was tried or all failed', () => {
    expect(upperBound(0, 0)).toBe(1);
    expect(upperBound(7, 7)).toBe(1);
  });

  it('does not underflow on many trials', () => {
    expect(upperBound(900, 100_000)).toBeGreaterThan(0.009);
    expect(upperBound(900, 100_000)).toBeLessThan(0.0096);
  });
});
