import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import required from '../../../plugins/gates/required.js';
import { writeFurtherCorpus } from '../generate/write-corpus.js';
import { readDocuments } from './documents.js';
import { ownFaults } from './own-faults.js';
import { ownTable, runOwnFaults } from './run-own.js';

describe('mistakes in answers to schemas of one’s own', () => {
  let corpus = '';
  beforeAll(async () => {
    corpus = await mkdtemp(join(tmpdir(), 'vouch-own-'));
    await writeFurtherCorpus({ count: 3, seed: 7 }, corpus);
  });
  afterAll(() => rm(corpus, { recursive: true, force: true }));

  const run = { seed: 1, threshold: 0.85, settings: { gate: { plugin: required } }, progress: () => undefined };

  it('are planted by the type of each value, and mostly caught, while right values are kept', async () => {
    const results = await runOwnFaults(readDocuments(corpus, 'built'), run);
    const of = (name: string) => results.variants.filter(({ fault }) => fault === name);
    expect(results.documents).toBe(3);
    expect(of('a digit misread, in the quote, too').every(({ caught }) => caught)).toBe(true);
    expect(of('null for a value that is printed').length).toBeGreaterThan(10);
    expect(results.values.filter(({ kept }) => kept).length).toBeGreaterThan(0.9 * results.values.length);
    const table = ownTable(results);
    for (const { name } of ownFaults) expect(table).toContain(name);
    expect(table).toContain(`right values kept: ${results.values.filter(({ kept }) => kept).length} of ${results.values.length}`);
  });

  it('need a truth for such a schema', async () => {
    const without = readDocuments(corpus, 'built').map(({ truth: { further, tables, ...truth }, ...document }) => ({ ...document, truth }));
    await expect(runOwnFaults(without, run)).rejects.toThrow(/`schema` and `further` or `tables`/);
  });
});
