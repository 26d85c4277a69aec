import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, number, text } from './page.js';

const absences = async (page: string, properties: Readonly<Record<string, unknown>>) =>
  Object.fromEntries((await cellsOf(drawn(page), properties)).map(({ path, value, confidence }) => [path.slice(2), value ?? confidence]));

describe('the local reader says of a null how sure it is', () => {
  it('likely for what labels announce: dates, amounts, ids', async () => {
    expect(await absences('Hello there', { due_date: text, total: number, invoice_number: text, iban: text, currency: text })).toEqual({
      due_date: 'likely',
      total: 'likely',
      invoice_number: 'likely',
      iban: 'likely',
      currency: 'likely',
    });
  });

  it('unsure for names, addresses, free text, truths, lists and all it does not understand', async () => {
    const properties = {
      seller_name: text,
      buyer_address: text,
      payment_terms: text,
      is_paid: { type: 'boolean' },
      warranty_months: number,
    };
    expect(await absences('Hello there', properties)).toEqual({
      seller_name: 'unsure',
      buyer_address: 'unsure',
      payment_terms: 'unsure',
      is_paid: 'unsure',
      warranty_months: 'unsure',
    });
  });

  it('in the rows of a table as well', async () => {
    const page = `
Description                        Amount
Olive oil                            5.00
                          Total      5.00`;
    const row = { description: text, quantity: number, warehouse: text, amount: number };
    expect(await absences(page, { line_items: { type: 'array', items: { type: 'object', properties: row } } })).toEqual({
      'line_items[0].description': 'Olive oil',
      'line_items[0].quantity': 'likely',
      'line_items[0].warehouse': 'unsure',
      'line_items[0].amount': '5.00',
    });
  });
});
