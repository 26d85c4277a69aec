import { expect, it } from 'vitest';
import { lowerBound, percent } from './rates.js';
import type { FaultTrial, KeptValue, Results } from './records.js';
import { lost, misses } from './records.js';
import { table } from './table.js';

const seen = { document: 'a', family: 'invoice', group: 'g', source: 's' };
const trial = (fault: number, more: Partial<FaultTrial> = {}): FaultTrial => ({
  ...seen,
  fault,
  name: '',
  fieldFamily: 'money',
  caught: true,
  anyway: false,
  beyond: false,
  baselines: [],
  leaves: [{ path: '$.total', read: '1', truth: 2, wrong: true, score: more.caught === false ? 0.95 : 0.6, caps: [], baselines: [] }],
  ...more,
});
const value = (score: number, right = true, held = true): KeptValue => ({
  ...seen,
  path: '$.total',
  fieldFamily: 'money',
  value: 2,
  truth: 2,
  right,
  held,
  score,
  caps: [
    { name: 'agreement.single', value: 0.95, reason: '' },
    { name: 'label.unknownValue', value: score, reason: '' },
  ],
  baselines: ['quote on the page'],
});

const results: Results = {
  seed: 7,
  threshold: 0.85,
  reader: 'large',
  calibrated: true,
  documents: 1,
  notFound: [{ document: 'a', path: '$.tax' }],
  kept: [value(0.95), value(0.84), value(0.95, false)],
  sums: [{ ...seen, sum: 'horizontal_sum', holds: true, status: 'FAILED' }],
  trials: [
    trial(8, { fieldFamily: 'date' }),
    trial(8, { fieldFamily: 'date', caught: false, beyond: true }),
    trial(8, { fieldFamily: 'date', caught: false }),
    trial(1, { anyway: true, baselines: ['quote on the page'] }),
  ],
  samples: [],
};
const lineOf = (start: RegExp) =>
  table(results)
    .split('\n')
    .find((line) => start.test(line))
    ?.trim()
    .split(/\s{2,}/);

it('says whose readings they are, and by what they were scored', () => {
  expect(table(results)).toMatch(/^== Planted faults: 1 document.*, large readings, seed 7, threshold 0.85, calibrated ==$/m);
  expect(table({ ...results, calibrated: false })).toMatch(/, uncalibrated ==$/m);
});

it('shows what was caught of each fault, with and without those that no page can reveal', () => {
  expect(lineOf(/^ 8 /)).toEqual([
    '8 wrong real date',
    '3',
    '1',
    '33.3%',
    '1.6%',
    '0',
    '33.3%',
    '1',
    '50.0%',
    '0.0%',
    '0.0%',
    '0.0%',
    '0.0%',
  ]);
  expect(lineOf(/^ 1 /)).toEqual([
    '1 digit swap, true quote',
    '1',
    '1',
    '100.0%',
    '5.0%',
    '1',
    '-',
    '0',
    '100.0%',
    '100.0%',
    '0.0%',
    '0.0%',
    '0.0%',
  ]);
});

it('shows a fault that no document can have as nothing, not as 0 %', () => {
  expect(lineOf(/^26 /)?.slice(1, 5)).toEqual(['0', '0', '-', '-']);
});

it('shows the right values that were kept, a mistyped one not among them', () => {
  expect(lineOf(/^ +money +3 +1/)).toEqual(['money', '3', '1', '33.3%', '1.6%', '1', '100.0%', '0.0%', '0.0%', '0.0%']);
});

it('counts wrong values each for itself, failed sums, and what was not found', () => {
  expect(table(results)).toContain('2 of 4 at or above the threshold = 50.0%');
  expect(table(results)).toContain('holds on 1 pages: FAILED on 1 = 100.0%');
  expect(table(results)).toContain('left out: 1');
  expect(table(results)).toContain('mean over documents: 33.3%; documents of which every value is kept: 0 of 1');
});

it('shows what other rules of the configuration say where nothing was planted', () => {
  const dates = { ...seen, sum: 'dates', holds: null };
  const said = table({
    ...results,
    sums: [
      { ...dates, status: 'FAILED' },
      { ...dates, status: 'PASSED' },
      { ...dates, status: 'none' },
    ],
  });
  expect(said).toMatch(/^DATES +on 2 readings without a planted mistake: FAILED on 1 = 50\.0%, PASSED on 1$/m);
});

it('shows which cap lost right values, with unprinted ones apart', () => {
  const seen = table({ ...results, kept: [value(0.95), value(0.84), value(0.6, true, false), value(0.6, true, false)] });
  expect(seen).toContain('words of the page hold: 1 of 2 = 50.0%; that none holds: 0 of 2 = 0.0%');
  expect(seen).toMatch(/label\.unknownValue +3 +1 +2$/m);
});

it('lists what passed, and what was lost with the cap that decided', () => {
  expect(misses(results)).toHaveLength(2);
  expect(lost(results).map(({ score, decisive }) => [score, decisive?.name])).toEqual([
    [0.84, 'label.unknownValue'],
    [0.95, 'label.unknownValue'],
  ]);
});

it('never rounds up to 100 %', () => {
  expect(percent({ of: 10_000, count: 9_999 })).toBe('99.9%');
  expect(lowerBound({ of: 300, count: 300 })).toBe('99.0%');
});
