import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstWhere } from '../../../core/values/first-where.js';

describe('the first item from which something holds', () => {
  it('is the one that a look at each would find', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20, max: 20 })), fc.integer({ min: -21, max: 21 }), (numbers, least) => {
        const sorted = numbers.toSorted((a, b) => a - b);
        const found = sorted.findIndex((number) => number >= least);
        expect(firstWhere(sorted, (number) => number >= least)).toBe(found < 0 ? sorted.length : found);
      }),
    );
  });
});
