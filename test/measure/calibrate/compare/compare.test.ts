import { describe, expect, it } from 'vitest';
import { runSample } from './builders.js';
import { compare } from './compare.js';

const plan = { folds: 2, seed: 1, faultShare: 0.2 };
const of = (source: string, n: number, more: Parameters<typeof runSample>[0] = {}) =>
  Array.from({ length: n }, () => runSample({ source, document: source, ...more }));
const samples = [
  ...of('acme', 8),
  ...of('zeta', 8),
  ...of('zeta', 2, { right: false, fault: 'made up', caps: [{ name: 'evidence.notFound' }], alone: { word: 'certain', quoted: 'none' } }),
  ...of('zeta', 1, { right: true, fault: 'wrong page' }),
];

describe('a comparison', () => {
  const { values, documents, sources, families } = compare('large', { samples, documents: 2, nulls: 0 }, plan);

  it('is of values as they were read, and of those that a fault has made wrong', () => {
    expect([values.length, values.filter(({ planted }) => planted).length]).toEqual([18, 2]);
    expect({ documents, sources, families }).toEqual({ documents: 2, sources: 2, families: ['native'] });
  });

  it('weighs the planted values, so that they make their share of all', () => {
    expect(values.filter(({ planted }) => planted).map(({ weight }) => weight)).toEqual([2, 2]);
    expect(values.filter(({ planted }) => !planted).every(({ weight }) => weight === 1)).toBe(true);
  });

  it('scores what nothing proves lower, although its own source was left out', () => {
    const lowest = Math.min(...values.filter(({ right }) => right).map(({ scores }) => scores.weighing));
    expect(values.filter(({ right }) => !right).every(({ scores }) => scores.weighing < lowest)).toBe(true);
  });

  it('is refused where nothing says what others would go by', () => {
    const { alone, ...bare } = runSample();
    expect(() => compare('large', { samples: [bare], documents: 1, nulls: 0 }, plan)).toThrow(
      'nothing of large can be compared: make runs with vouch faults CORPUS --readings large',
    );
  });
});
