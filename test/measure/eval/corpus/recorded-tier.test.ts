import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { CorpusDocument } from './corpus.js';
import { withReading } from './recorded-tier.js';

const corpus = mkdtempSync(join(tmpdir(), 'vouch-readings-'));
afterAll(() => rmSync(corpus, { recursive: true, force: true }));
const documents = [{ id: 'a' }, { id: 'b' }, { id: 'c' }] as unknown as readonly CorpusDocument[];

function record(name: string, readings: Readonly<Record<string, object>>): void {
  const folder = join(corpus, 'readings', name);
  mkdirSync(folder, { recursive: true });
  for (const [id, reading] of Object.entries(readings)) writeFileSync(join(folder, `${id}.json`), JSON.stringify(reading));
}

it('takes the documents that have a reading', () => {
  record('model', { a: { cells: [] }, b: { fields: [], tables: [] } });
  expect(withReading(documents, corpus, 'model').map(({ id }) => id)).toEqual(['a', 'b']);
});

it('refuses readings that are plain values, and names the first and the form that is read', () => {
  record('vendor', { a: { total: 119 }, b: { total: 5 } });
  expect(() => withReading(documents, corpus, 'vendor')).toThrow(/vendor.a\.json is no reading of a model: \{"cells": \[.*vouch score/);
});
