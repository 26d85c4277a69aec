import { expect, it } from 'vitest';
import { editDistance } from '../../../../../core/testing/faults/truth/edit-distance.js';

it.each([
  ['kitten', 'sitting', 3],
  ['20130828', '20180828', 1],
  ['acme', 'acme', 0],
  ['', 'ab', 2],
  ['ab', '', 2],
])('from %s to %s the edit distance is %d', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
});
