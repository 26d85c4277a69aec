import { describe, expect, it } from 'vitest';
import { cell } from '../../../builders.js';
import { findingsOf, type ItemTexts } from '../rows/read-items.js';

const page = `Description          Qty     Unit price    Amount
Oak chair              4          10.00     40.00
Round table            2          30.00     60.00
Reading lamp           3           5.00     15.00
Subtotal                                   200.00`;
const subtotal = cell('$.subtotal', '200.00', { quote: 'Subtotal 200.00' });
const chair: ItemTexts = ['Oak chair', '4', '10.00', '40.00'];
const table: ItemTexts = ['Round table', '2', '30.00', '60.00'];
const lamp: ItemTexts = ['Reading lamp', '3', '5.00', '15.00'];

describe('a page whose own sum does not hold', () => {
  it('says little against rows whose product holds', async () => {
    const found = await findingsOf(page, [chair, table, lamp], [subtotal]);
    expect(found).toEqual(Array(3).fill(['arithmetic.sumOfRowsFailed']));
  });

  it('says more against an amount that nothing else confirms, but not against its description', async () => {
    const found = await findingsOf(page, [chair, table, ['Reading lamp', '', '', '15.00']], [subtotal]);
    expect(found[2]).toEqual(['arithmetic.failed']);
  });

  it('says more against an item that is read twice, although its product holds', async () => {
    const found = await findingsOf(page, [chair, chair, table, lamp], [subtotal]);
    expect(found[1]).toEqual(expect.arrayContaining(['label.noRow', 'arithmetic.failed']));
  });
});

describe('the product of a row', () => {
  it('that fails while the sum of the rows holds speaks against its factors, less against its amount', async () => {
    const right = page.replace('200.00', '115.00').replace('3           5.00', '2           5.00');
    const sum = cell('$.subtotal', '115.00', { quote: 'Subtotal 115.00' });
    const [, , last] = await findingsOf(right, [chair, table, ['Reading lamp', '2', '5.00', '15.00']], [sum]);
    expect(last).toEqual(expect.arrayContaining(['arithmetic.lineProduct', 'arithmetic.factorsFailed']));
  });

  it('does not fail where the row prints it, too, and the amount is the one with its tax', async () => {
    const gross = `Description      Unit price    Qty    Net       VAT      Total
Oak chair            13.00         1   13.00     21.00     15.73
Round table           5.00         3   15.00     21.00     18.15`;
    const items: readonly ItemTexts[] = [
      ['Oak chair', '1', '13.00', '15.73'],
      ['Round table', '3', '5.00', '18.15'],
    ];
    expect((await findingsOf(gross, items)).flat()).not.toContain('arithmetic.lineProduct');
    const wrong: readonly ItemTexts[] = [['Oak chair', '1', '13.00', '18.15']];
    expect((await findingsOf(gross, wrong)).flat()).toContain('arithmetic.lineProduct');
  });
});
