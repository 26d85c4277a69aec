import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, number, text, valuesOf } from './page.js';

const currencyOf = async (page: string) => (await valuesOf(page, { currency: text }))['currency'];

describe('the local reader takes a code for a currency', () => {
  it('beside an amount, and where a label or the header of a column speaks of money', async () => {
    expect(await currencyOf('Due now   EUR 12.00')).toBe('EUR');
    expect(await currencyOf('Total (EUR)          12.00')).toBe('EUR');
    expect(await currencyOf('Amount CHF\n     12.00')).toBe('CHF');
    expect(await currencyOf('Currency: EUR')).toBe('EUR');
    expect(await currencyOf('Description   Qty   Amount EUR\nBlue pen        1        12.00')).toBe('EUR');
  });

  it('but not letters among words, though they are one', async () => {
    expect(await currencyOf('BALLPOINT PEN MED. 2.49\nTotal 2.49')).toBeUndefined();
    expect(await currencyOf('TOP WITH ALL TRIMMINGS 12.00\nTotal 12.00')).toBeUndefined();
  });

  it('unsurely where words of no money run up to it', async () => {
    const cells = await cellsOf(drawn('BALLPOINT PEN 2.49\nTotal 2.49'), { currency: text });
    expect(cells[0]?.confidence).toBe('unsure');
  });

  it('and a sign before letters of a word that happen to be one', async () => {
    expect(await currencyOf('BALLPOINT PEN 2.49\nGEL PEN 3.49\nTotal $5.98')).toBe('$');
  });
});

it('takes a sign in brackets beside a label of money', async () => {
  expect(await currencyOf('Sub Total (RM)       12.00')).toBe('RM');
  expect(await currencyOf('Ward (RM)            12.00')).toBeUndefined();
});

it('guesses it by the country where none is printed, and not where two countries show', async () => {
  const cells = await cellsOf(drawn('ACME TRADING SDN BHD\nTotal 12.00'), { currency: text });
  expect(cells[0]).toMatchObject({ value: 'MYR', quote: 'ACME TRADING SDN BHD', confidence: 'guess' });
  expect(await currencyOf('USt-IdNr: DE123456789\nSumme 12,00')).toBe('EUR');
  expect(await currencyOf('USt-IdNr: DE123456789\nTel +44 20 7946 0000\nSumme 12,00')).toBeUndefined();
});

it('takes the one beside the label of a sum where another is printed as often', async () => {
  expect(await currencyOf('TEA 15.95 ¥\nRounded Total (RM):   489.30')).toBe('RM');
});

it('takes kr for the crown whose code the document prints, and does not doubt it', async () => {
  const cells = await cellsOf(drawn('Alle beløb i DKK\nTotal DKK 12,00\nPorto kr. 5,00'), { currency: text });
  expect(cells[0]).toMatchObject({ value: 'DKK', confidence: 'certain' });
});

describe('a sign that OCR was not sure of', () => {
  /** Every word of the page read from its picture, the signs with this certainty. */
  const readWith = (certainty: number, page: string) => {
    const { pages, ...document } = drawn(page);
    const read = pages.map((one) => ({
      ...one,
      words: one.words.map((word) => ({ ...word, ocr: true, certainty: word.text.includes('£') ? certainty : 0.99 })),
    }));
    return cellsOf({ ...document, pages: read }, { currency: text });
  };

  it('gives way to the country of the document', async () => {
    const [currency] = await readWith(0.4, 'GSTIN 27AAPFU0939F1ZV\nTotal £43');
    expect(currency).toMatchObject({ value: 'INR', confidence: 'guess' });
  });

  it('is read unsurely where no country says otherwise', async () => {
    expect((await readWith(0.4, 'Total £43'))[0]).toMatchObject({ value: '£', confidence: 'unsure', reason: 'obscured' });
    expect((await readWith(0.98, 'GSTIN 27AAPFU0939F1ZV\nTotal £43'))[0]).toMatchObject({ value: '£', confidence: 'certain' });
  });
});

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
