import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unmeasured } from '../../../../core/evidence/scoring/weigh.js';
import { crossValidate, split } from './cross-validate.js';
import { learn } from './learn.js';
import { type CalibrationSample, scoreOf } from './sample.js';
import { samplesOf } from './sample-builders.js';

it('every value is scored by a table that has not seen its source', () => {
  const good = samplesOf('model.certain', { n: 30, right: 30 }, { source: 'good' });
  const bad = samplesOf('model.certain', { n: 30, right: 0 }, { source: 'bad' });
  const seen: string[][] = [];
  const spy = (samples: readonly CalibrationSample[]) => {
    seen.push([...new Set(samples.map(({ source }) => source))]);
    return learn(samples, { faultShare: 0.1 });
  };
  const { before, after } = crossValidate([good, bad], spy);
  expect(seen).toEqual([['bad'], ['good']]);
  expect(before.map(({ score }) => score)).toEqual([...good, ...bad].map((sample) => scoreOf(sample, unmeasured)));
  expect(after.slice(0, 30).every(({ score }) => score < 0.5)).toBe(true);
  expect(after.slice(30).every(({ score }) => score > 0.9)).toBe(true);
});

it('keeps of each value whose it is, what it is, and whether it was planted', () => {
  const values = samplesOf('model.certain', { n: 1, right: 0 }, { source: 'acme', family: 'scanned', field: 'date', fault: 'digit-swap' });
  const { before, after } = crossValidate([values], (samples) => learn(samples, { faultShare: 0.1 }));
  for (const [prediction] of [before, after])
    expect(prediction).toEqual({
      ...{ source: 'acme', family: 'scanned', field: 'date', right: false, fault: 'digit-swap' },
      score: expect.any(Number),
    });
});

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
