import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, number, readingOf, text } from './page.js';

const object = (properties: Readonly<Record<string, unknown>>) => ({ type: 'object', properties });
const rows = (properties: Readonly<Record<string, unknown>>) => ({ type: 'array', items: object(properties) });

/** How sure the local reader is of each null, by path without `$.`. */
async function nulls(page: string, properties: Readonly<Record<string, unknown>>): Promise<Record<string, string>> {
  const cells = await cellsOf(drawn(page), properties);
  return Object.fromEntries(cells.flatMap(({ path, value, confidence }) => (value === null ? [[path.slice(2), confidence]] : [])));
}

describe('the local reader is less sure that a value is missing', () => {
  it.each([
    ['a phone number', { phone: text }, '(503) 555-3546'],
    ['a phone number without a sign', { phone: text }, '253686415 (local call)'],
    ['a tax number', { seller: object({ vat_id: text }) }, '84-6120993'],
    ['a tax number behind an unknown label', { vat_id: text }, 'Zonk 36AAPCA6346P1ZW'],
    ['the number of an order', { order_number: text }, 'Zonk: 1804095'],
    ['the day when it is due', { due_date: text }, 'Zonk: 02.04.2025'],
    ['a tax', { tax: number }, 'Zonk        19.00'],
  ])('such as %s, where one is printed that nothing explains', async (_, asked, line) => {
    const page = 'Invoice date: 03.03.2025\nTotal      119.00';
    expect(Object.values(await nulls(`${page}\n${line}`, asked))).toEqual(['unsure']);
    expect(Object.values(await nulls(page, asked))).toEqual(['likely']);
  });

  it('where not even what every document has is found', async () => {
    const asked = { due_date: text, tax: number };
    expect(await nulls('Order date: 03.03.2025\nShipping: 4.00', asked)).toEqual({ due_date: 'unsure', tax: 'unsure' });
    expect(await nulls('Thank you', asked)).toEqual({ due_date: 'likely', tax: 'likely' });
  });

  it('but not where another label or another value explains what is printed', async () => {
    expect(await nulls('Customer no. 4711-2025-33\nInvoice no. 17', { order_number: text })).toEqual({ order_number: 'likely' });
    expect(await nulls('Invoice date: 03.03.2025\nDelivery date: 02.03.2025', { due_date: text })).toEqual({ due_date: 'likely' });
    expect(await nulls('Zonk: 4711-2025-33', { order_number: text, zonk: text })).toEqual({ order_number: 'likely' });
  });

  it('of what is due, where a total is found that may be due', async () => {
    expect(await nulls('Invoice no. 17\nTotal      119.00', { amount_due: number })).toEqual({ amount_due: 'unsure' });
    expect(await nulls('Invoice no. 17', { amount_due: number })).toEqual({ amount_due: 'likely' });
  });

  it('of another day, where only its place says that the one which is printed is the day of issue', async () => {
    expect(await nulls('Acme Ltd\nDelv. Date: 03.03.2025\nTotal      119.00', { delivered_on: { ...text, format: 'date' } })).toEqual({
      delivered_on: 'unsure',
    });
  });
});

describe('a null in a row of the local reader', () => {
  const asked = { items: rows({ description: text, quantity: number, unit_price: number, vat: number, amount: number }) };

  it('is unsure where the row prints a number that no cell and no header explains', async () => {
    const page = (header: string) => `
Description     Qty    Price    ${header}      Amount
Blue pen          2     7.50      2.85       15.00
Red book          1     1.00      0.19        1.00
                                  Total      16.00`;
    expect(await nulls(page('Zonk'), asked)).toEqual({ 'items[0].vat': 'unsure', 'items[1].vat': 'unsure' });
    expect(await nulls(page('Disc.'), asked)).toEqual({ 'items[0].vat': 'likely', 'items[1].vat': 'likely' });
  });

  it('is unsure of a rate of tax where the document states one', async () => {
    const page = (tax: string) => `
Description     Qty    Price      Amount
Blue pen          2     7.50       15.00
Red book          1     1.00        1.00
                       ${tax}
                       Total       16.00`;
    const rated = { items: rows({ description: text, quantity: number, unit_price: number, tax_rate: number, amount: number }) };
    expect(Object.values(await nulls(page('incl. VAT 20 %  2.67'), rated))).toEqual(['unsure', 'unsure']);
    expect(Object.values(await nulls(page(''), rated))).toEqual(['likely', 'likely']);
  });

  it('is unsure where a number stands in the line below it', async () => {
    const page = `
COFFEE BEANS 250 G          7.00
   zonk 0.51
CAKE                        4.20
TOTAL                      11.20`;
    expect(await nulls(page, { items: rows({ description: text, vat: number, amount: number }) })).toEqual({
      'items[0].vat': 'unsure',
      'items[1].vat': 'unsure',
    });
  });
});

describe('an array without rows', () => {
  it('is unsure where a value of its form is left', async () => {
    const empty = async (page: string) => (await readingOf(drawn(page), { phones: { type: 'array', items: text } })).empty;
    expect(await empty('(503) 555-3546')).toEqual([{ array: '$.phones', confidence: 'unsure' }]);
    expect(await empty('Thank you')).toEqual([]);
  });

  const unsure = async (page: string, properties: Readonly<Record<string, unknown>>) => {
    const { empty } = await readingOf(drawn(page), properties);
    return empty;
  };

  it('is unsure where only its own words could have found them', async () => {
    expect(await unsure('Acme Ltd\n10.0.0.1', { ips: { type: 'array', items: text } })).toEqual([{ array: '$.ips', confidence: 'unsure' }]);
    expect(await unsure('Acme Ltd', { guests: rows({ room: text, nights: number }) })).toEqual([
      { array: '$.guests', confidence: 'unsure' },
    ]);
    expect(await unsure('Acme Ltd', { order_numbers: { type: 'array', items: text }, ibans: { type: 'array', items: text } })).toEqual([]);
  });

  it('is what names alone get, though the document has a table of items', async () => {
    const page = `
Item             Qty    Price    Amount
Blue pen           2     1.50      3.00
Red book           1     4.00      4.00
                         Total     7.00`;
    const asked = { parties: rows({ name: text, street: text, city: text, phone: text }) };
    expect((await cellsOf(drawn(page), asked)).filter(({ path }) => path.includes('['))).toEqual([]);
  });
});

describe('of the texts of rows the local reader is unsure', () => {
  const table = `Description          Qty    Amount
Chair Oak, oiled       2     80.00
Table Beech            1     90.00
Subtotal                    170.00
Total                       170.00`;
  const confidences = async (page: string, properties: Readonly<Record<string, unknown>>) => {
    const cells = await cellsOf(drawn(page), properties);
    return Object.fromEntries(cells.filter(({ path }) => path.includes('[0]')).map(({ path, confidence }) => [path.slice(2), confidence]));
  };

  it('where two fields ask for one column, or the schema asks for a text or a code that no column has', async () => {
    const amounts = { quantity: number, amount: number };
    expect(await confidences(table, { items: rows({ description: text, ...amounts }) })).toMatchObject({
      'items[0].description': 'certain',
    });
    for (const other of ['item_name', 'details', 'sku'])
      expect(await confidences(table, { items: rows({ description: text, [other]: text, ...amounts }) })).toMatchObject({
        'items[0].description': 'unsure',
        'items[0].amount': 'certain',
      });
  });

  it('where two arrays may be of the table, and of all of the one that fits it less', async () => {
    const asked = {
      items: rows({ description: text, quantity: number, amount: number }),
      transactions: rows({ description: text, gateway: text, amount: number }),
    };
    expect(await confidences(table, asked)).toMatchObject({ 'items[0].amount': 'certain', 'transactions[0].amount': 'unsure' });
  });

  it('but not of the amount in the column that bears the name of its field', async () => {
    const taxed = `Item            Price    Qty   Subtotal    VAT     Total
Golf club       85.00      2     170.00  21.00    205.70
Tank top        15.00      3      45.00  21.00     54.45
Total                                             260.15`;
    const cells = await cellsOf(drawn(taxed), { items: rows({ item: text, price: number, qty: number, total: number }) });
    expect(cells.filter(({ path }) => path.endsWith('.total')).map(({ value }) => value)).toEqual(['205.70', '54.45']);
    const counted = `Item            Price    Amount     Total
Golf club       85.00         2    170.00
Tank top        15.00         3     45.00
Total                              215.00`;
    const sums = await cellsOf(drawn(counted), { items: rows({ item: text, price: number, amount: number }) });
    expect(sums.filter(({ path }) => path.endsWith('.amount')).map(({ value }) => value)).toEqual(['170.00', '45.00']);
  });

  it('but not of the code behind the number of its row, which is none of it', async () => {
    const numbered = `Code         Description    Qty    Amount
1. KE-3736   Chair          2     80.00
2. PK-2638   Table          1     90.00
Total                            170.00`;
    const cells = await cellsOf(drawn(numbered), {
      items: rows({ code: text, description: text, quantity: number, amount: number }),
    });
    expect(cells.filter(({ path }) => path.endsWith('code')).map(({ value }) => value)).toEqual(['KE-3736', 'PK-2638']);
  });
});
