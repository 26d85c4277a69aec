import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import tesseract from '../../../../plugins/recognizers/tesseract.js';
import { buildInvoice } from '../../../fixtures/invoice/invoice.js';
import { invoicePdf } from '../../../fixtures/pdf/invoice-pdf.js';
import type { CorpusDocument } from '../../eval/corpus/corpus.js';
import type { Results } from '../results/records.js';
import { openServerAppraiser } from './door.js';
import { runFaults } from './run.js';

let folder: string;
let results: Results;
let atTheDoor: Results;

/** A picture of an invoice; the payer's name that its truth states is not the one it shows. */
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
  return { id: 'scan', path, textLayer: 'none', isReceipt: false, third: null, truth };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scan-faults-'));
  const scans = [await scan()];
  const options = { seed: 1, threshold: 0.85, only: 1, recognizers: [{ plugin: tesseract }], progress: () => {} } as const;
  results = await runFaults(scans, options);
  atTheDoor = await runFaults(scans, { ...options, open: openServerAppraiser });
});
afterAll(() => rmSync(folder, { recursive: true }));

it('accepts of a right reading what OCR words hold, and doubts what they do not', () => {
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

it('does not say of a sum that holds that it fails', () => {
  expect(results.sums.map(({ sum, status }) => [sum, status])).toContainEqual(['horizontal_sum', 'PASSED']);
});

it('says the same of readings that a paid model sends, at the door', () => {
  const told = ({ kept, trials, sums }: Results) => [
    kept.map(({ path, value, score }) => [path, value, score]),
    trials.map(({ caught, leaves }) => [caught, leaves.map(({ path, score }) => [path, score])]),
    sums.map(({ sum, status }) => [sum, status]),
  ];
  expect(told(atTheDoor)).toEqual(told(results));
});
