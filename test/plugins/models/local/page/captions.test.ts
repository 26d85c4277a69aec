import { describe, expect, it } from 'vitest';
import { text, valuesOf } from '../page.js';

const number = { type: 'number' };
const sums = { subtotal: number, tax: number, total: number, amount_due: number };

describe('the local reader finds figures over their captions', () => {
  it('as cards print their sums', async () => {
    const page = `
Invoice 17



100.00       20.00      120.00
Net total    VAT 20%    Invoice total`;
    expect(await valuesOf(page, sums)).toMatchObject({ subtotal: '100.00', tax: '20.00', total: '120.00' });
  });

  it('for one amount alone', async () => {
    const page = `
Invoice 17



€ 580,72
Gesamtbetrag`;
    expect(await valuesOf(page, { total: number })).toMatchObject({ total: '€ 580,72' });
  });

  it('right under the rows of items, of which they are none', async () => {
    const page = `
Description        Quantity    Price     Amount
Hedge trimming            1    40.00      40.00
Lawn aeration             2    30.00      60.00

100.00       20.00      120.00
Net total    VAT 20%    Invoice total`;
    const items = { type: 'array', items: { type: 'object', properties: { description: text, amount: number } } };
    expect(await valuesOf(page, { ...sums, line_items: items })).toEqual({
      subtotal: '100.00',
      tax: '20.00',
      total: '120.00',
      amount_due: '120.00',
      'line_items[0].description': 'Hedge trimming',
      'line_items[0].amount': '40.00',
      'line_items[1].description': 'Lawn aeration',
      'line_items[1].amount': '60.00',
    });
  });

  it('and numbers and dates, too', async () => {
    const page = `
Invoice



A-17            4 May 2025      18 May 2025
Invoice no.     Invoice date    Due date`;
    expect(
      await valuesOf(page, {
        invoice_number: text,
        issue_date: { type: 'string', format: 'date' },
        due_date: { type: 'string', format: 'date' },
      }),
    ).toEqual({
      invoice_number: 'A-17',
      issue_date: '4 May 2025',
      due_date: '18 May 2025',
    });
  });

  it('but not where each caption stands on top', async () => {
    const page = `
Net total    VAT 20%    Invoice total
100.00       20.00      120.00
Paid         Charges    Deposit
 70.00        3.00       50.00`;
    expect(await valuesOf(page, sums)).toMatchObject({ subtotal: '100.00', tax: '20.00', total: '120.00' });
  });
});
