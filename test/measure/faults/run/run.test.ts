import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCorpus } from '../../eval/corpus/corpus.js';
import { writeCorpus } from '../../generate/write-corpus.js';
import type { Results } from '../results/records.js';
import { table } from '../results/table.js';
import { runFaults } from './run.js';

let folder: string;
let results: Results;
const again = () => runFaults(readCorpus(folder), { seed: 1, threshold: 0.85, progress: () => {} });
const rate = (fault: number) => results.trials.filter((trial) => trial.fault === fault).map(({ caught }) => caught);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faults-'));
  await writeCorpus({ count: 2, seed: 3 }, folder);
  results = await again();
});
afterAll(() => rmSync(folder, { recursive: true }));

it('finds every value that generated documents print', () => {
  expect(results.documents).toBe(2);
  expect(results.notFound).toEqual([]);
  expect(results.kept.filter(({ right }) => !right)).toEqual([]);
});

it('catches what is not printed: mutated, invented, hidden', () => {
  for (const fault of [1, 2, 3, 10, 17, 18, 19, 20, 25]) {
    expect(rate(fault).length, `fault ${fault}`).toBeGreaterThan(0);
    expect(rate(fault), `fault ${fault}`).not.toContain(false);
  }
});

it('shows that a quote on the page does not prove the value', () => {
  const swapped = results.trials.filter(({ fault }) => fault === 1 || fault === 20);
  expect(swapped.filter(({ baselines }) => baselines.includes('quote on the page'))).toEqual([]);
  expect(results.trials.filter(({ baselines }) => baselines.includes("the model's own word"))).toEqual([]);
});

it('gives the same results for the same seed', async () => {
  expect(table(await again())).toBe(table(results));
});
