import { expect, it } from 'vitest';
import { checkCalibrations } from '../../../../core/evidence/scoring/check-calibration.js';
import { recordIn, unmeasuredWeight } from '../../../../core/evidence/scoring/weigh.js';
import type { CalibrationTable } from '../../../../core/index.js';
import { tableOf } from '../../../core/evidence/scoring/calibration-tables.js';
import { newWeights } from './extend.js';
import { learn } from './learn.js';
import { samplesOf } from './sample-builders.js';

const plan = { faultShare: 0.2 };
const known = [
  ...samplesOf('label.match', { n: 500, right: 480 }),
  ...samplesOf('label.conflict', { n: 200, right: 40 }),
  ...samplesOf('label.unknownValue', { n: 100, right: 80 }),
];
/** A table from before there was the finding `label.unnamed`. */
const table: CalibrationTable = {
  ...tableOf([]),
  ...learn(known, plan),
  weights: learn(known, plan).weights.filter(({ cap }) => cap !== 'label.unnamed'),
};
const stratum = { family: 'native', field: 'money' } as const;
const weight = (name: 'label.unnamed' | 'label.unknownValue') => recordIn(table).weight({ name }, stratum);

it('a table gets a weight for a finding that it does not list, from values that have it', () => {
  const [added, ...more] = newWeights(table, [...known, ...samplesOf('label.unnamed', { n: 300, right: 200 })], plan);
  expect([added, more]).toMatchObject([{ cap: 'label.unnamed', ...stratum, n: 300, correct: 200 }, []]);
  expect(added?.weight).toBeGreaterThan(unmeasuredWeight({ name: 'label.unnamed' }));
});

it('the weight is none above that of a stronger finding, whatever was seen', () => {
  const added = newWeights(table, [...known, ...samplesOf('label.unnamed', { n: 300, right: 300 })], plan);
  expect(() => checkCalibrations([{ ...table, weights: [...table.weights, ...added] }])).not.toThrow();
  expect(added[0]?.weight).toBeLessThanOrEqual(weight('label.unknownValue'));
});

it('few values, and a kind of value that the table has not measured, say nothing', () => {
  const few = samplesOf('label.unnamed', { n: 10, right: 10 });
  expect(newWeights(table, [...known, ...few], plan)[0]?.weight).toBeCloseTo(weight('label.unnamed'), 1);
  const dates = samplesOf('label.unnamed', { n: 100, right: 90 }, { field: 'date' });
  expect(newWeights(table, [...known, ...dates], plan)).toEqual([]);
});
