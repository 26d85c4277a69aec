import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { halfOf, readDocuments } from './documents.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'readings-'));
  for (const name of ['docs', 'truth', 'readings/large', 'readings/hasty']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'manifest.csv'), 'id,split,source_repo\na,new,somebody/invoices\n');
  for (const id of ['a', 'b']) {
    writeFileSync(join(folder, 'docs', `${id}.pdf`), '');
    writeFileSync(join(folder, 'truth', `${id}.json`), JSON.stringify({ id, fields: {} }));
  }
  writeFileSync(join(folder, 'readings/large/a.json'), JSON.stringify({ cells: [{ path: '$.total', value: '1,00' }] }));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the documents of a corpus', () => {
  it('come with the recorded readings of a large model, where there are some', () => {
    expect(readDocuments(folder)).toMatchObject([
      { id: 'a', cells: [{ path: '$.total' }], origin: { source: 'somebody/invoices', split: 'new', reader: 'large' } },
    ]);
  });

  it('come without readings where they are to be built, each document being a source of its own if nothing is known', () => {
    const documents = readDocuments(folder, 'built');
    expect(documents.map(({ cells }) => cells)).toEqual([undefined, undefined]);
    expect(documents[1]?.origin).toEqual({ source: 'b', split: null, reader: 'built' });
  });

  it('are refused with readings that do not exist, naming those that do', () => {
    expect(() => readDocuments(folder, 'largest')).toThrow('no readings "largest"; there are hasty, large, built');
  });
});

it('has each source in one half, and both halves with about half of the sources', () => {
  const learning = Array.from({ length: 400 }, (_, at) => halfOf(`source ${at}`)).filter((half) => half === 'learn').length;
  expect(learning).toBeGreaterThan(160);
  expect(learning).toBeLessThan(240);
});
