import { describe, expect, it } from 'vitest';
import type { CalibrationTable } from '../../../../core/index.js';
import { cell, day, documentOf, entryOf, metaOf, money, pageOf, type RunQuestion, run, scriptedModel } from '../../builders.js';
import { tableOf, wordOf } from './calibration-tables.js';

const page = `ACME Ltd                INVOICE
Invoice date: 13/05/2025
Subtotal                        100.00
VAT 20%                          20.00
Total                           120.00`;
const invoice = documentOf(page);
const total = cell('$.total', '120.00', { quote: 'Total 120.00' });
const date = cell('$.invoice_date', '13/05/2025', { quote: 'Invoice date: 13/05/2025' });
const subtotal = cell('$.subtotal', '100.00', { quote: 'Subtotal 100.00' });
const tax = cell('$.tax', '20.00', { quote: 'VAT 20% 20.00' });

/** Its readings are right in 80 of 100 cases although nothing speaks against them. */
const poor = tableOf([{ value: 0.8 }, { cap: 'agreement.contradicted', value: 0.8 }]);

const ask = (calibrations: readonly CalibrationTable[], more: Partial<RunQuestion> = {}) =>
  run({
    document: invoice,
    fields: { total: money, invoice_date: day },
    tiers: [scriptedModel('reader', [total, date])],
    calibrations,
    ...more,
  });
const scores = async (...given: Parameters<typeof ask>) => metaOf(await ask(...given)).field_confidence.map(({ score }) => score);
const sums: Partial<RunQuestion> = {
  fields: { subtotal: money, tax: money, total: money },
  tiers: [scriptedModel('reader', [subtotal, tax, total])],
};

describe('a calibrated reader', () => {
  it('scores by its table, and only the fields and caps that are in it', async () => {
    expect(await scores([])).toEqual([0.95, 0.95]);
    expect(await scores([tableOf([{ value: 0.91 }])])).toEqual([0.91, 0.95]);
  });

  it('keeps the start values in documents of another kind', async () => {
    const scan = documentOf(pageOf(page, 1, { textLayer: 'ocr' }));
    expect(await scores([tableOf([{ value: 0.91 }])], { document: scan })).toEqual([0.95, 0.95]);
  });

  it('is the one whose label the table has, character for character, or one that is alike', async () => {
    const table = tableOf([{ value: 0.91 }]);
    expect(await scores([{ ...table, model: 'reader:v2' }])).toEqual([0.95, 0.95]);
    expect(await scores([{ ...table, model: 'other', alike: ['reader'] }])).toEqual([0.91, 0.95]);
  });

  it('rises above 0.95 only where a sum or another reader confirms the value', async () => {
    const table = tableOf([], { words: [wordOf('certain', 0.98)] });
    expect(await scores([table])).toEqual([0.95, 0.95]);
    expect(await scores([table], sums)).toEqual([0.98, 0.98, 0.98]);
  });

  it('without a table stays at 0.95 even then', async () => {
    expect(await scores([], sums)).toEqual([0.95, 0.95, 0.95]);
  });

  it('has a value read again that its record holds under the threshold, and says so', async () => {
    const outcome = await ask([poor], {
      required: ['total'],
      tiers: [scriptedModel('reader', [total, date]), scriptedModel('second', [total, date])],
    });
    expect(outcome.metadata.fallbackTriggered).toBe(true);
    const [issue] = metaOf(await ask([poor])).issues;
    expect(issue).toBe('$.total: of 100 such values of this reader about 80 are right');
  });

  it('keeps the reason of the evidence: nothing speaks against a value whose reader errs more often', async () => {
    expect(entryOf(await ask([poor]), '$.total').reason).toBe('Exact match: quote on page 1, label "Total"');
  });

  it('does not answer for the values of another tier', async () => {
    const tiers = [scriptedModel('reader', []), scriptedModel('second', [total, date])];
    expect(await scores([poor], { tiers, required: ['total'] })).toEqual([0.95, 0.95]);
  });

  it('keeps the start values of nulls', async () => {
    const table = tableOf([], { words: [wordOf('certain', 0.9), wordOf('likely', 0.6), wordOf('unsure', 0.6), wordOf('guess', 0.5)] });
    const cells = [cell('$.discount', null), date];
    const outcome = await ask([table], { fields: { discount: money }, tiers: [scriptedModel('reader', cells)] });
    expect(entryOf(outcome, '$.discount').score).toBe(0.9);
  });
});
