import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplePath } from '../../fixtures/sample.js';
import { longInvoice } from '../lengths/long-invoice.js';

/** A document that is read, by which schema, and what is true of it. */
export interface TriedDocument {
  readonly file: string;
  /** A file, or the name of a shipped schema. */
  readonly schema: string;
  readonly truth: Readonly<Record<string, unknown>>;
}

export interface TriedDocuments {
  /** One page with one row: a prompt of some 1,000 tokens. */
  readonly page: TriedDocument;
  /** The sample of two pages, read by the shipped schema: more than the 2,048 tokens that the model's context has. */
  readonly sample: TriedDocument;
}

/** Writes the documents into a folder of their own. */
export function triedDocuments(): TriedDocuments {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-providers-'));
  const [file, schema] = [join(folder, 'page.pdf'), join(folder, 'schema.json')];
  const page = longInvoice(1, 40);
  writeFileSync(file, page.file);
  writeFileSync(schema, JSON.stringify(headerSchema));
  const total = page.truth.find(({ path }) => path === '$.total_amount')?.value;
  return {
    page: { file, schema, truth: { invoice_number: 'BW-77', total_amount: Number(total) } },
    sample: { file: samplePath, schema: 'invoice', truth: sampleTruth },
  };
}

const headerSchema = {
  type: 'object',
  properties: { invoice_number: { type: 'string' }, total_amount: { type: 'number' } },
  required: ['invoice_number', 'total_amount'],
};

const sampleTruth = {
  invoice_number: 'BW-2026-0147',
  issue_date: '2026-03-12',
  due_date: '2026-04-11',
  currency: 'EUR',
  seller_name: 'Brightwater Print & Sign Ltd',
  total: 12231.98,
};
