import { describe, expect, it } from 'vitest';
import { lowerBound, mean } from './beta.js';

describe('what is known of a rate', () => {
  it('has its mean', () => {
    expect(mean({ successes: 19, failures: 1 })).toBe(0.95);
  });
  // With one failure more than none the distribution is rate^a, and its 10 % quantile 0.1^(1/a).
  it.each([1, 19, 400])('exceeds its lower bound in 9 of 10 cases: %i successes', (successes) => {
    expect(lowerBound({ successes, failures: 1 })).toBeCloseTo(0.1 ** (1 / successes), 8);
  });
  it('is symmetric', () => {
    expect(lowerBound({ successes: 1, failures: 19 })).toBeCloseTo(1 - 0.9 ** (1 / 19), 8);
  });
  it('takes parts of a value', () => {
    const bound = lowerBound({ successes: 57.5, failures: 12.5 });
    expect(bound).toBeGreaterThan(0.75);
    expect(bound).toBeLessThan(mean({ successes: 57.5, failures: 12.5 }));
  });
});
