import { expect, it } from 'vitest';
import { comparisonOf, valuesOf } from './builders.js';
import { answer, exceptions } from './exceptions.js';

/** Two right values that the quote misses; two that the weighing likes less than two wrong ones, which the lowest cap does not. */
const values = [
  ...valuesOf(0.95, '++', { 'quote check': 0 }),
  ...valuesOf(0.9, '++', { weighing: 0.5 }),
  ...valuesOf(0.9, '-x', { weighing: 0.6, 'lowest cap': 0.3 }),
];
const comparison = comparisonOf(values);

it('there are exceptions where the weighing has as many wrong values, or more', () => {
  expect(exceptions(comparison, 'lowest cap')).toHaveLength(100);
  expect(answer(comparison, 'quote check')).toBe('yes, but as many at 51 to 100%');
  expect(answer(comparison, 'lowest cap')).toBe('no: more at 51 to 100%, by most at 51%: 42.37% against 0.00%; as many at 1 to 50%');
});

it('there is none where it always has fewer', () => {
  const better = comparisonOf([...valuesOf(0.9, '+'), ...valuesOf(0.9, '-', { weighing: 0.1 })]);
  expect(answer(better, 'lowest cap')).toBe('yes');
});

it('says what the greatest difference is when other sources are drawn', () => {
  const both = comparisonOf([...values, ...values.map((value) => ({ ...value, source: 'zeta' }))]);
  expect(answer(both, 'lowest cap')).toContain('42.37% against 0.00% (95% of the difference over sources: 42.37% to 42.37%)');
});
