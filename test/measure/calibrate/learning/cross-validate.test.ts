import { expect, it } from 'vitest';
import { crossValidate } from './cross-validate.js';
import { learn } from './learn.js';
import type { CalibrationSample } from './sample.js';
import { samplesOf } from './sample-builders.js';

it('every value is scored by a table that has not seen its group', () => {
  const good = samplesOf('model.certain', { n: 3, right: 3 }, { group: 'good' });
  const bad = samplesOf('model.certain', { n: 3, right: 0 }, { group: 'bad' });
  const seen: string[][] = [];
  const spy = (samples: readonly CalibrationSample[]) => {
    seen.push([...new Set(samples.map(({ group }) => group))]);
    return learn(samples);
  };
  const { before, after } = crossValidate([good, bad], spy);
  expect(seen).toEqual([['bad'], ['good']]);
  expect(before.map(({ score }) => score)).toEqual(new Array(6).fill(0.95));
  expect(after.slice(0, 3).every(({ score }) => score < 0.95)).toBe(true);
  expect(after.slice(3).map(({ score }) => score)).toEqual([0.95, 0.95, 0.95]);
});
