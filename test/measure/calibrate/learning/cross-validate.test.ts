import { expect, it } from 'vitest';
import { unmeasured } from '../../../../core/evidence/scoring/weigh.js';
import { crossValidate } from './cross-validate.js';
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
