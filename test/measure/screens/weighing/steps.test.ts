import { expect, it } from 'vitest';
import { accepted, entryOf, vetoed } from './builders.js';
import { stepsOf } from './steps.js';

const shown = (entry: Parameters<typeof stepsOf>[0]) =>
  stepsOf(entry).map(({ kind, name, to }) => [kind, name, Math.round(to * 100) / 100]);

it('goes from the prior by what speaks for the value to what speaks against it', () => {
  expect(shown(accepted)).toEqual([
    ['prior', 'prior', 2],
    ['for', 'evidence.exact', 3.5],
    ['for', undefined, 3.65],
    ['against', 'model.likely', 2.65],
  ]);
});

it('each step begins where the one before it ends', () => {
  const steps = stepsOf(accepted);
  expect(steps.map(({ from }) => from)).toEqual([0, ...steps.slice(0, -1).map(({ to }) => to)]);
});

it('says each finding in its own words, a long sentence without its reason, and the small ones together', () => {
  expect(stepsOf(accepted).map(({ says }) => says)).toEqual([
    "what this reader's word is worth",
    'Exact match: quote on page 1',
    'all other findings together',
    'the reader was not certain (likely)',
  ]);
});

it('ends with a veto where it holds less than the sum', () => {
  expect(shown(vetoed).at(-1)).toEqual(['veto', 'arithmetic.failed', 0.41]);
  expect(shown(entryOf(0.38, { prior: -2, findings: vetoed.evidence?.findings ?? [] })).at(-1)).toEqual(['for', 'evidence.exact', -0.5]);
});

it('shows no null, whose evidence is not added up', () => {
  expect(() => stepsOf(entryOf(0.9, { findings: [{ name: 'absence.notPresent', says: 'Not present', at_most: 0.9 }] }))).toThrow(
    '$.seller.name has no evidence that adds up',
  );
});
