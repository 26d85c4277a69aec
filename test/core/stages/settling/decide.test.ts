import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, metaOf, money, run, scriptedModel } from '../../builders.js';

const page = documentOf('Invoice number: A-17\nTotal 120.00');
const onThePage = scriptedModel('reader', [cell('$.total', '120.00', { quote: 'Total 120.00' })]);
const embedded = (value: string) =>
  scriptedModel('embedded', async () => ({
    cells: [cell('$.total', value, { page: null, quote: null })],
    source: 'the data embedded as XML',
  }));
const ask = (value: string, threshold = 0.85) =>
  run({ document: page, fields: { total: money }, tiers: [onThePage], witnesses: [embedded(value)], threshold });

describe('a document of two parts', () => {
  it('is doubted where they differ, and the issue says which part says what', async () => {
    const outcome = await ask('130.00');
    expect(outcome.object?.['total']).toBe(120);
    expect(entryOf(outcome, '$.total').score).toBeLessThan(0.85);
    expect(metaOf(outcome).issues).toContain('$.total: Multiple values found: the pages say 120, the data embedded as XML say 130');
  });

  it('says so whatever the threshold', async () => {
    expect(metaOf(await ask('130.00', 0)).issues.join()).toContain('the data embedded as XML say 130');
  });

  it('is believed where they agree', async () => {
    const outcome = await ask('120.00');
    expect(entryOf(outcome, '$.total').score).toBeGreaterThanOrEqual(0.95);
    expect(metaOf(outcome).issues).toEqual([]);
  });

  it('does not believe a null that the other part contradicts', async () => {
    const nothing = scriptedModel('reader', [cell('$.total', null)]);
    const outcome = await run({ document: page, fields: { total: money }, tiers: [nothing], witnesses: [embedded('120.00')] });
    expect(entryOf(outcome, '$.total')).toMatchObject({ score: 0.4 });
    expect(metaOf(outcome).issues.join()).toContain('the data embedded as XML say 120');
  });
});

it('readers agree on a tax number with the letters of its country and without', async () => {
  const text = { type: 'string' };
  const reads = (name: string, value: string) => scriptedModel(name, [cell('$.vat_id', value, { quote: `VAT no ${value}` })]);
  const outcome = await run({
    document: documentOf('VAT no PL5213938224\nNIP 5213938224'),
    fields: { vat_id: text },
    tiers: [reads('reader', 'PL5213938224')],
    witnesses: [scriptedModel('witness', [cell('$.vat_id', '5213938224', { quote: 'NIP 5213938224' })])],
  });
  expect(metaOf(outcome).issues).toEqual([]);
});
