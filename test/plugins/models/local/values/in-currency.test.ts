import { describe, expect, it } from 'vitest';
import { number, text, valuesOf } from '../page.js';

const summary = `
INVOICE
Subtotal        EUR 2,219.43
VAT 19 %        EUR 421.69
Total           EUR 2,641.12
Equivalent      USD 2,875.47`;

describe('a field that names a currency', () => {
  it('gets the amount that is printed in it', async () => {
    expect(await valuesOf(summary, { total_eur: number, total_usd: number })).toMatchObject({
      total_eur: expect.stringContaining('2,641.12'),
      total_usd: expect.stringContaining('2,875.47'),
    });
  });

  it('gets nothing where the document has other currencies only', async () => {
    expect(await valuesOf(summary, { total_gbp: number })).toEqual({});
  });

  it('gets the total of a document without currencies', async () => {
    expect(await valuesOf('\nINVOICE\nTotal     12.00', { total_usd: number })).toEqual({ total_usd: '12.00' });
  });

  it('gets its own column of a table', async () => {
    const table = `
Description      Net EUR     Net USD
Drill bits         20.00       22.00
Hammer             15.00       16.50
Total EUR          35.00`;
    const lines = { type: 'array', items: { type: 'object', properties: { description: text, net_eur: number, net_usd: number } } };
    expect(await valuesOf(table, { lines })).toMatchObject({
      'lines[0].net_eur': '20.00',
      'lines[0].net_usd': '22.00',
      'lines[1].net_usd': '16.50',
    });
  });
});
