import { expect, it } from 'vitest';
import { randomOf } from '../../../../core/testing/faults/random.js';

const draws = (...names: readonly string[]) => {
  const random = randomOf(1, ...names);
  return Array.from({ length: 20 }, () => random.below(1000));
};

it('draws the same for the same seed and names', () => {
  expect(draws('a', 'b')).toEqual(draws('a', 'b'));
});

it('draws another row for another name', () => {
  expect(draws('a', 'b')).not.toEqual(draws('a', 'c'));
});

it('stays below its limit and reaches every number below it', () => {
  const random = randomOf(3);
  expect(new Set(Array.from({ length: 200 }, () => random.below(4)))).toEqual(new Set([0, 1, 2, 3]));
});

it('shuffles without losing or adding', () => {
  const list = Array.from({ length: 30 }, (_, at) => at);
  const shuffled = randomOf(5).shuffled(list);
  expect(shuffled).not.toEqual(list);
  expect(shuffled.toSorted((a, b) => a - b)).toEqual(list);
});

it('picks nothing from nothing', () => {
  expect(randomOf(1).pick([])).toBeUndefined();
});
