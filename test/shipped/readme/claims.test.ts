import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig, shippedSchemas } from '../../../config/index.js';
import type { CapName } from '../../../core/contracts/cap.js';
import { ceilingOf } from '../../../core/evidence/scoring/calibration.js';
import { startValues } from '../../../core/evidence/scoring/caps.js';
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

it('OCR reads a picture, and no value from it scores above the cap for OCR', async () => {
  const scan = await invoicePdf({ ...sample(), layout: { ...sample().layout, scan: 'image' } });
  const { object } = await extract(scan, shippedSchemas.invoice);
  const { _meta: meta, ...fields } = object ?? {};
  expect(fields).toMatchObject({ invoice_number: 'BW-2026-0147', total: 12231.98, currency: 'EUR' });
  const { field_confidence: entries } = meta as unknown as ScanMeta;
  expect(Math.max(...entries.map(({ score }) => score))).toBeLessThanOrEqual(startValues['evidence.obscured']);
});

describe('a threshold above 0.95', () => {
  const asking = (name: string, type: string) => ({ type: 'object', properties: { [name]: { type } }, required: [name] });
  const [total, number] = [asking('total', 'number'), asking('invoice_number', 'string')];
  const readAgain = async (schema: object, threshold: number, by = engine): Promise<boolean> =>
    (await extract(await readFile(samplePath), schema, threshold, by)).metadata.fallbackTriggered;

  it('accepts from 0.99 on only what something confirms', async () => {
    expect([await readAgain(number, 0.95), await readAgain(number, 0.99)]).toEqual([false, true]);
  });

  it('accepts nothing from a reader without a calibration', async () => {
    const uncalibrated = createEngine({ ...settings, calibrations: [] });
    onTestFinished(() => uncalibrated.close());
    expect([await readAgain(total, 0.95, uncalibrated), await readAgain(total, 0.96, uncalibrated)]).toEqual([false, true]);
  });
});

it('a table cannot raise to 0.85 what starts under it, to 0.95 what something speaks against, or above 0.98 what nothing confirms', () => {
  const lifted = (Object.keys(startValues) as CapName[]).filter((name) => startValues[name] < 0.85 && ceilingOf(name) >= 0.85);
  const opposed = (Object.keys(startValues) as CapName[]).filter(
    (name) => !name.startsWith('model.') && startValues[name] < 0.95 && ceilingOf(name) >= 0.95,
  );
  expect([lifted, opposed, ceilingOf('agreement.single')]).toEqual([[], [], 0.98]);
});
