import { describe, expect, it } from 'vitest';
import type { CalibrationTable } from '../../../../core/index.js';
import { cell, day, documentOf, entryOf, metaOf, money, pageOf, type RunQuestion, run, scriptedModel } from '../../builders.js';
import { priorOf, tableOf } from './calibration-tables.js';

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

const ask = (calibrations: readonly CalibrationTable[], more: Partial<RunQuestion> = {}) =>
  run({
    document: invoice,
    fields: { total: money, invoice_date: day },
    tiers: [scriptedModel('reader', [total, date])],
    calibrations,
    ...more,
  });
/** The scores of the total and of the date, unless others are asked for. */
const scores = async (...given: Parameters<typeof ask>) => metaOf(await ask(...given)).field_confidence.map(({ score }) => score);
const uncalibrated = 0.95;

/** Its amounts are often wrong although nothing speaks against them. */
const poor = tableOf([], { priors: [priorOf(-1)] });

describe('a reader without a table', () => {
  it('is believed where its values are printed beside their labels', async () => {
    expect(await scores([])).toEqual([uncalibrated, uncalibrated]);
  });

  it('is believed more where a sum or another reader confirms the value', async () => {
    const sums = { fields: { subtotal: money, tax: money, total: money }, tiers: [scriptedModel('reader', [subtotal, tax, total])] };
    expect((await scores([], sums)).filter((score) => score <= uncalibrated)).toEqual([]);
    const [confirmed = 0] = await scores([], { witnesses: [scriptedModel('witness', [total])] });
    expect(confirmed).toBeGreaterThan(uncalibrated);
  });
});

describe('a calibrated reader', () => {
  it('scores by its table, and only the fields that are in it', async () => {
    const [amount = 1, other] = await scores([poor]);
    expect([amount < 0.85, other]).toEqual([true, uncalibrated]);
  });

  it('rises with what its table says of a finding', async () => {
    const [weak = 1, strong = 0] = await Promise.all(
      [0.1, 2].map(async (weight) => (await scores([tableOf([{ cap: 'agreement.single', weight }])]))[0]),
    );
    expect(weak).toBeLessThan(strong);
  });

  it('is unmeasured in documents of another kind', async () => {
    const scan = documentOf(pageOf(page, 1, { textLayer: 'ocr' }));
    expect(await scores([poor], { document: scan })).toEqual([uncalibrated, uncalibrated]);
  });

  it('is the one whose label the table has, character for character, or one that is alike', async () => {
    expect(await scores([{ ...poor, model: 'reader:v2' }])).toEqual([uncalibrated, uncalibrated]);
    expect(await scores([{ ...poor, model: 'other', alike: ['reader'] }])).toEqual(await scores([poor]));
  });

  it('is weighed as its kind where it has no table of its own; a model that says no kind counts as small', async () => {
    expect(await scores([{ ...poor, model: 'small', kind: 'small' }])).toEqual(await scores([poor]));
    expect(await scores([{ ...poor, model: 'large', kind: 'large' }])).toEqual([uncalibrated, uncalibrated]);
    expect(await scores([{ ...poor, model: 'small', kind: 'small' }, tableOf([])])).toEqual([uncalibrated, uncalibrated]);
  });

  it('has a value read again that its record holds under the threshold, and says so', async () => {
    const outcome = await ask([poor], {
      required: ['total'],
      tiers: [scriptedModel('reader', [total, date]), scriptedModel('second', [total, date])],
    });
    expect(outcome.metadata.fallbackTriggered).toBe(true);
    const [issue] = metaOf(await ask([poor])).issues;
    expect(issue).toMatch(/^\$\.total: of 100 such values of this reader about \d\d are right$/);
  });

  it('keeps the reason of the evidence: nothing speaks against a value whose reader errs more often', async () => {
    expect(entryOf(await ask([poor]), '$.total').reason).toBe('Exact match: quote on page 1, label "Total"');
  });

  it('does not answer for the values of another tier', async () => {
    const tiers = [scriptedModel('reader', []), scriptedModel('second', [total, date])];
    expect(await scores([poor], { tiers, required: ['total'] })).toEqual([uncalibrated, uncalibrated]);
  });

  it('leaves nulls as they are: they score by their weakest finding', async () => {
    const tiers = [scriptedModel('reader', [cell('$.discount', null), date])];
    const nulls = { fields: { discount: money }, tiers };
    expect(await scores([poor], nulls)).toEqual([0.9]);
    expect(await scores([], nulls)).toEqual([0.9]);
  });
});
