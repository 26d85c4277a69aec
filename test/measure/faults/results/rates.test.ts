import { expect, it } from 'vitest';
import { halfOf } from '../documents.js';
import { separation } from './rates.js';
import type { FaultTrial, KeptValue, Results } from './records.js';

const [learning = '', testing = ''] = (['learn', 'test'] as const).map((half) =>
  ['a', 'b', 'c', 'd', 'e', 'f', 'g'].find((source) => halfOf(source) === half),
);
const origin = (source: string) => ({ document: `${source}-1`, family: 'invoice', group: source, source });

const value = (source: string, fieldFamily: KeptValue['fieldFamily'], score: number): KeptValue => ({
  ...{ ...origin(source), path: '$.total', fieldFamily, value: 1, truth: 1, right: true, held: true, score, caps: [] },
  baselines: ["the model's own word"],
});
const trial = (source: string, read: string | null, score: number): FaultTrial => ({
  ...{ ...origin(source), fault: 1, name: '', fieldFamily: 'money', caught: score < 0.85, anyway: false, beyond: false, baselines: [] },
  leaves: [{ path: '$.total', read, truth: 1, wrong: true, score, caps: [], baselines: ["the model's own word"] }],
});
const results: Results = {
  ...{ seed: 1, threshold: 0.85, reader: 'large', calibrated: false, documents: 2, notFound: [], sums: [], samples: [] },
  kept: [value(learning, 'money', 0.95), value(learning, 'line', 0.8), value(testing, 'date', 0.9)],
  trials: [trial(learning, '2', 0.4), trial(testing, '2', 0.95), trial(testing, null, 0.3)],
};

it('shows each half of the sources for itself, with and without the nulls', () => {
  const [, learn, test, all] = separation(results).map((line) => line.trim().split(/\s{3,}/));
  expect(learn?.slice(0, 3)).toEqual(['learn, 1 source', '1', '1']);
  expect(learn?.filter((cell) => /^[01]\.\d{4}$/.test(cell))).toEqual(['1.0000', '1.0000', '0.5000', '0.5000', '0.5000', '0.5000']);
  expect(test?.filter((cell) => /^[01]\.\d{4}$/.test(cell)).slice(0, 2)).toEqual(['0.5000', '0.0000']);
  expect(all?.slice(0, 3)).toEqual(['all, 2 sources', '2', '3']);
});

it('shows how many right header values and cells are kept', () => {
  const [, learn] = separation(results).map((line) => line.trim().split(/\s{3,}/));
  expect(learn?.slice(3, 8)).toEqual(['100.0% (5.0%)', '1', '100.0% (5.0%)', '1', '0.0% (0.0%)']);
});
