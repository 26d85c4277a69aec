import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shippedSchemas } from '../../../config/index.js';
import { parseSchema, type ReadTask } from '../../../core/index.js';
import { documentOf } from '../../core/builders.js';
import type { CorpusDocument } from '../eval/corpus/corpus.js';
import { mixingReader } from './mixing-reader.js';

const corpus = mkdtempSync(join(tmpdir(), 'mixing-'));
mkdirSync(join(corpus, 'readings/large'), { recursive: true });
const record = (id: string, values: Readonly<Record<string, string>>): void => {
  const cells = Object.entries(values).map(([path, value]) => ({ path, value, quote: value, page: 1 }));
  writeFileSync(join(corpus, `readings/large/${id}.json`), JSON.stringify({ cells }));
};
record('a', {
  '$.invoice_number': 'A-17',
  '$.total': '119.00',
  '$.line_items[0].description': 'Flour',
  '$.line_items[1].description': 'Rye',
});
record('b', { '$.invoice_number': 'K-2041', '$.total': '48.50', '$.line_items[0].description': 'Apples' });

const parts = ['a', 'b'].map((id, index) => ({ document: { id } as CorpusDocument, from: index + 1, to: index + 1 }));
const files = new Map([['typed.txt', { name: 'typed.txt', bytes: new Uint8Array(), parts }]]);
const document = documentOf('A-17 119.00 Flour Rye', 'K-2041 48.50 Apples');

async function cellsFrom(read: ReadTask['document']): Promise<readonly string[]> {
  const model = mixingReader(files, { corpus, readings: 'large' }).create({}, {} as never);
  const { fields } = parseSchema(JSON.stringify(shippedSchemas.invoice));
  const { cells } = await model.read({ document: read, fields, signal: new AbortController().signal });
  return cells.map(({ path, value, page }) => `${path} ${value} p${page}`);
}

it('takes each header value from the next document in turn, and the rows of all as one table', async () => {
  expect(await cellsFrom(document)).toEqual([
    '$.invoice_number A-17 p1',
    '$.total 48.50 p2',
    '$.line_items[0].description Flour p1',
    '$.line_items[1].description Rye p1',
    '$.line_items[2].description Apples p2',
  ]);
});

it('mixes nothing where it is given the pages of one document', async () => {
  expect(await cellsFrom({ ...document, pages: document.pages.slice(1) })).toEqual([
    '$.invoice_number K-2041 p2',
    '$.total 48.50 p2',
    '$.line_items[0].description Apples p2',
  ]);
});
