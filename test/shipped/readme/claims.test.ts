import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig, shippedSchemas } from '../../../config/index.js';
import { createEngine, type Outcome, parseSchema } from '../../../core/index.js';
import { invoicePdf } from '../../fixtures/pdf/invoice-pdf.js';
import { sample, samplePath } from '../../fixtures/sample.js';

/** Statements of the guide about the shipped pipeline that no table holds. */
const { engine: settings } = await loadConfig({ env: {}, cwd: tmpdir() });
const engine = createEngine(settings);
afterAll(() => engine.close());

const extract = (bytes: Uint8Array, schema: object, threshold = 0.85, by = engine): Promise<Outcome> =>
  by.extract({ file: { name: 'invoice.pdf', bytes }, schema: parseSchema(JSON.stringify(schema)), threshold });

interface ScanMeta {
  readonly field_confidence: readonly { readonly field: string; readonly score: number }[];
  readonly issues: readonly string[];
}

it('OCR reads a picture, and what it reads scores no more than the same words where they are printed', async () => {
  const { layout } = sample();
  const answerTo = async (how: typeof layout) =>
    (await extract(await invoicePdf({ ...sample(), layout: how }), shippedSchemas.invoice)).object;
  const [printed, scanned] = [await answerTo(layout), await answerTo({ ...layout, scan: 'image' })];
  expect(scanned).toMatchObject({ invoice_number: 'BW-2026-0147', total: 12231.98, currency: 'EUR' });
  const scores = (object: object | null) => {
    const { field_confidence: entries } = (object as { readonly _meta: ScanMeta })._meta;
    return new Map(entries.map(({ field, score }) => [field, score]));
  };
  const [onPaper, inPicture] = [scores(printed), scores(scanned)];
  const keys = ['$.invoice_number', '$.issue_date', '$.seller_name', '$.total'];
  expect(keys.filter((field) => (inPicture.get(field) ?? 1) > (onPaper.get(field) ?? 0))).toEqual([]);
});

describe('a high threshold', () => {
  const asking = (name: string, type: string) => ({ type: 'object', properties: { [name]: { type } }, required: [name] });
  const [total, number] = [asking('total', 'number'), asking('invoice_number', 'string')];
  const uncalibrated = createEngine({ ...settings, calibrations: [], witnesses: [] });
  afterAll(() => uncalibrated.close());
  const readAgain = async (schema: object, threshold: number, by = engine): Promise<boolean> =>
    (await extract(await readFile(samplePath), schema, threshold, by)).metadata.fallbackTriggered;

  it('of 1 accepts nothing, since nothing is certain', async () => {
    expect([await readAgain(total, 0.95), await readAgain(total, 1)]).toEqual([false, true]);
  });

  it('above 0.95 accepts from a reader that nobody has measured only what a sum or a second reader confirms', async () => {
    const by = uncalibrated;
    expect([await readAgain(number, 0.95, by), await readAgain(number, 0.96, by), await readAgain(total, 0.96, by)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
