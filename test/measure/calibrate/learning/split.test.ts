import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samplesOf } from './sample-builders.js';
import { split } from './split.js';

const corpus = (sizes: readonly number[]) =>
  sizes.flatMap((n, index) => samplesOf('agreement.single', { n, right: n }, { source: `issuer ${index}`, document: `${index}` }));

describe('a split', () => {
  it('never splits a source and loses no value', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 20 }),
        fc.nat(),
        fc.integer({ min: 2, max: 12 }),
        (sizes, seed, folds) => {
          const samples = corpus(sizes);
          const parts = split(samples, { folds, seed });
          const sources = parts.map((part) => new Set(part.map(({ source }) => source)));
          expect(sources.reduce((sum, { size }) => sum + size, 0)).toBe(sizes.length);
          expect(parts.flat().length).toBe(samples.length);
          expect(parts.every((part) => part.length > 0)).toBe(true);
        },
      ),
    );
  });

  it('is the same for the same seed, and another one for another', () => {
    const samples = corpus([3, 3, 3, 3, 3, 3, 3, 3]);
    const sources = (seed: number) => split(samples, { folds: 2, seed }).map((part) => part.map(({ source }) => source));
    expect(sources(1)).toEqual(sources(1));
    expect(new Set([1, 2, 3, 4, 5].map((seed) => JSON.stringify(sources(seed)))).size).toBeGreaterThan(1);
  });

  it('keeps the folds about equal in size', () => {
    expect(
      split(corpus([9, 5, 4, 3, 3]), { folds: 3, seed: 1 })
        .map((part) => part.length)
        .toSorted(),
    ).toEqual([7, 8, 9]);
  });
});
