import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { halfOf, readDocuments, sampleOf, withOthers } from './documents.js';
import { typedExhibit } from './typed-exhibit.js';

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

const documents = ['a', 'b', 'c', 'd'].map((id) => ({ id }));

it('takes the first by the hash of their ids, whatever else is in the list', () => {
  expect(sampleOf(documents, 2)).toEqual([{ id: 'd' }, { id: 'c' }]);
  expect(sampleOf(documents.slice(2), 2)).toEqual(sampleOf(documents, 2));
});

it('takes all where no number is given', () => {
  expect(sampleOf(documents)).toHaveLength(4);
});

const sources = Array.from({ length: 20 }, (_, at) => `source ${at}`);
const exhibits = sources.map((source) => ({ ...typedExhibit(), id: source, origin: { source, split: null, reader: 'large' } }));

it('a document is joined with another one of the same half of the sources', () => {
  const halves = withOthers(exhibits).map(({ id, other }) => [halfOf(id), halfOf(other?.id ?? '')]);
  expect(new Set(halves.flat())).toEqual(new Set(['learn', 'test']));
  expect(halves.filter(([own, joined]) => own !== joined)).toEqual([]);
  expect(withOthers(exhibits).filter(({ id, other }) => other === undefined || other.id === id)).toEqual([]);
});

it('a document that is alone in its half is joined with none', () => {
  expect(withOthers(exhibits.slice(0, 1)).map(({ other }) => other)).toEqual([undefined]);
});
