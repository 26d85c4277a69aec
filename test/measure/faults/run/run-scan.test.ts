import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import tesseract from '../../../../plugins/recognizers/tesseract.js';
import { buildInvoice } from '../../../fixtures/invoice/invoice.js';
import { invoicePdf } from '../../../fixtures/pdf/invoice-pdf.js';
import type { CorpusDocument } from '../../eval/corpus/corpus.js';
import type { Results } from '../results/records.js';
import { runFaults } from './run.js';
import { openServerAppraiser } from './server-appraiser.js';

let folder: string;
let results: Results;
let atTheDoor: Results;

/** A scanned invoice whose truth states another payer than the page shows. */
async function scan(): Promise<CorpusDocument> {
  const path = join(folder, 'scan.pdf');
  writeFileSync(path, await invoicePdf(buildInvoice({ layout: { scan: 'image' } })));
  const fields = {
    invoice_number: { value: 'AF-2025-0318' },
    buyer_name: { value: 'Nobody At All Ltd' },
    subtotal: { value: 542 },
    tax: { value: 108.4 },
    total: { value: 650.4 },
  };
  const truth = { id: 'scan', fields, math_on_page: { horizontal_sum: { holds: true } } } as const;
  return { id: 'scan', path, textLayer: 'none', isReceipt: false, source: null, third: null, truth };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scan-faults-'));
  const scans = [await scan()];
  const options = { seed: 1, threshold: 0.85, only: 1, recognizers: [{ plugin: tesseract }], progress: () => {} } as const;
  results = await runFaults(scans, options);
  atTheDoor = await runFaults(scans, { ...options, open: openServerAppraiser });
});
afterAll(() => rmSync(folder, { recursive: true }));

it('accepts right values that OCR words contain and doubts the others', () => {
  const scoreOf = (path: string) => results.kept.find((value) => value.path === path);
  expect(scoreOf('$.total')).toMatchObject({ held: true, right: true });
  expect(scoreOf('$.total')?.score).toBeGreaterThanOrEqual(0.85);
  expect(scoreOf('$.buyer_name')).toMatchObject({ held: false, right: true });
  expect(scoreOf('$.buyer_name')?.score).toBeLessThan(0.85);
  expect(results.notFound).toEqual([]);
});

it('catches a swapped digit of each sum by the words of the picture', () => {
  expect(results.trials.map(({ caught }) => caught)).toEqual([true, true, true]);
});

it('does not report a sum that holds as failed', () => {
  expect(results.sums.map(({ sum, status }) => [sum, status])).toContainEqual(['horizontal_sum', 'PASSED']);
});

it('gives the same results for readings that arrive through a server and a model SDK', () => {
  const figuresOf = ({ kept, trials, sums }: Results) => [
    kept.map(({ path, value, score }) => [path, value, score]),
    trials.map(({ caught, leaves }) => [caught, leaves.map(({ path, score }) => [path, score])]),
    sums.map(({ sum, status }) => [sum, status]),
  ];
  expect(figuresOf(atTheDoor)).toEqual(figuresOf(results));
});
