import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel, text } from '../../../builders.js';
import { held, refused } from '../../verdicts.js';

const summary = `Subtotal     EUR 2,219.43
VAT 19 %     EUR 421.69
Total        EUR 2,641.12
Equivalent   USD 2,875.47`;

const scoreOf = async (page: string, path: string, value: string, quote: string, fields: Readonly<Record<string, unknown>>) =>
  entryOf(await run({ document: documentOf(page), fields, tiers: [scriptedModel('reader', [cell(path, value, { quote })])] }), path);

describe('an amount in another currency than its field names', () => {
  const fields = { total_eur: money, total_usd: money };

  it('is refused', async () => {
    expect(await scoreOf(summary, '$.total_usd', '2,641.12', 'Total EUR 2,641.12', fields)).toMatchObject({
      score: refused,
      reason: 'Label conflict: printed in EUR, not in USD',
    });
  });

  it('is refused where the document has no other', async () => {
    expect((await scoreOf('Total   EUR 12.00\nPaid   12.00', '$.total_usd', '12.00', 'Paid 12.00', fields)).score).toEqual(refused);
  });

  it('is refused when the field lies in an object of that currency', async () => {
    const nested = { usd: { type: 'object', properties: { total: money } } };
    expect((await scoreOf(summary, '$.usd.total', '2,641.12', 'Total EUR 2,641.12', nested)).score).toEqual(refused);
  });

  it('is refused in a column of that currency', async () => {
    const table = 'Description      Net EUR     Net USD\nDrill bits       20.00       22.00';
    const lines = { lines: { type: 'array', items: { type: 'object', properties: { description: text, net_usd: money } } } };
    expect((await scoreOf(table, '$.lines[0].net_usd', '20.00', 'Drill bits 20.00', lines)).score).toEqual(refused);
    expect((await scoreOf(table, '$.lines[0].net_usd', '22.00', 'Drill bits 20.00 22.00', lines)).score).toBeGreaterThanOrEqual(0.85);
  });
});

describe('an amount in the currency that its field names', () => {
  const fields = { total_eur: money, total_usd: money };

  it('is accepted, and no amount in another currency competes with it', async () => {
    const page = 'Total EUR      2,641.12\nTotal USD      2,875.47';
    expect((await scoreOf(page, '$.total_eur', '2,641.12', 'Total EUR 2,641.12', fields)).score).toBeGreaterThanOrEqual(0.85);
    expect((await scoreOf(page, '$.total_usd', '2,875.47', 'Total USD 2,875.47', fields)).score).toBeGreaterThanOrEqual(0.85);
  });

  it('is accepted without a sign where the document has this currency only', async () => {
    expect((await scoreOf('Net   EUR 10.00\nTotal   12.00', '$.total_eur', '12.00', 'Total 12.00', fields)).score).toBeGreaterThanOrEqual(
      0.85,
    );
  });

  it('is accepted with a sign that several countries share', async () => {
    expect((await scoreOf('Total   $12.00', '$.total_cad', '12.00', 'Total $12.00', { total_cad: money })).score).toBeGreaterThanOrEqual(
      0.85,
    );
  });

  it('is doubtful where nothing says which currency it is', async () => {
    expect(await scoreOf('Total   12.00', '$.total_usd', '12.00', 'Total 12.00', fields)).toMatchObject({ score: held });
  });
});

describe('an amount beside a currency that was read with it', () => {
  const sums = {
    sums: { type: 'array', items: { type: 'object', properties: { what: text, sum: money, currency: text } } },
  };
  const printed = async (currency: string) => {
    const cells = [
      cell('$.sums[0].what', 'Equivalent'),
      cell('$.sums[0].sum', '2,875.47', { quote: 'Equivalent USD 2,875.47' }),
      cell('$.sums[0].currency', currency, { quote: currency }),
    ];
    const outcome = await run({ document: documentOf(summary), fields: sums, tiers: [scriptedModel('reader', cells)] });
    return ['currency', 'sum'].map((name) => entryOf(outcome, `$.sums[0].${name}`).reason);
  };

  it('agrees with it', async () => {
    expect(await printed('USD')).not.toContainEqual(expect.stringContaining('printed in'));
  });

  it('makes it doubtful where it differs', async () => {
    expect(await printed('EUR')).toContain('Label conflict: printed in USD, not in EUR');
  });

  it('is doubtful itself where the other amounts agree', async () => {
    const fields = { currency: text, subtotal: money, tax: money, total: money };
    const cells = [
      cell('$.currency', 'EUR', { quote: 'Total EUR 2,641.12' }),
      cell('$.subtotal', '2,219.43', { quote: 'Subtotal EUR 2,219.43' }),
      cell('$.tax', '421.69', { quote: 'VAT 19 % EUR 421.69' }),
      cell('$.total', '2,875.47', { quote: 'Equivalent USD 2,875.47' }),
    ];
    const outcome = await run({ document: documentOf(summary), fields, tiers: [scriptedModel('reader', cells)] });
    expect(entryOf(outcome, '$.total').score).toEqual(refused);
    expect(entryOf(outcome, '$.currency').score).toBeGreaterThanOrEqual(0.85);
  });
});
