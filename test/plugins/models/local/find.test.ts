import { describe, expect, it } from 'vitest';
import { parseSchema } from '../../../../core/index.js';
import local from '../../../../plugins/models/local.js';
import { engineOf } from '../../../core/builders.js';
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

  it('unsure for names, addresses, numbers of customers, free text, truths, lists and all it does not understand', async () => {
    const properties = {
      seller_name: text,
      buyer_address: text,
      payment_terms: text,
      customer_number: text,
      is_paid: { type: 'boolean' },
      warranty_months: number,
    };
    expect(await absences('Thank you for the order', properties)).toEqual({
      seller_name: 'unsure',
      buyer_address: 'unsure',
      payment_terms: 'unsure',
      customer_number: 'unsure',
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

/** The answer of an engine with only the local reader to one array, and which values it doubts. */
async function read(page: string, name: string, items: unknown = text) {
  const engine = engineOf({ document: drawn(page), tiers: [{ plugin: local }] });
  const schema = parseSchema(JSON.stringify({ type: 'object', properties: { [name]: { type: 'array', items } } }));
  const { object } = await engine.extract({ file: { name: 'a.pdf', bytes: new Uint8Array() }, schema });
  await engine.close();
  const { [name]: values, _meta } = object as { _meta: { field_confidence: { field: string; score: number }[] } } & Record<string, unknown>;
  return { values, doubted: _meta.field_confidence.filter(({ score }) => score < 0.85).map(({ field }) => field) };
}

describe('an array of plain values', () => {
  it.each([
    ['order_numbers', 'Order number: PO-4711\nOrder number: PO-4712', ['PO-4711', 'PO-4712']],
    ['order_numbers', 'Order no. PO-4711, PO-4712 and PO-4713', ['PO-4711', 'PO-4712', 'PO-4713']],
    ['bestellnummern', 'Bestellnummer   4711\nBestellnummer   4712\nBestellnummer   4711', ['4711', '4712']],
    ['numeros_commande', 'N° de commande : C-1 et C-2', ['C-1', 'C-2']],
    ['delivery_notes', 'Delivery note LS-1 / LS-2', ['LS-1', 'LS-2']],
    [
      'ibans',
      'IBAN DE89 3704 0044 0532 0130 00\nIBAN GB82 WEST 1234 5698 7654 32',
      ['DE89 3704 0044 0532 0130 00', 'GB82 WEST 1234 5698 7654 32'],
    ],
    ['emails', 'info@acme.example   billing@acme.example', ['info@acme.example', 'billing@acme.example']],
  ])('%s, where it says "%s"', async (name, page, values) => {
    expect(await read(page, name)).toEqual({ values, doubted: [] });
  });

  it('of numbers has no words, and of telephones whole numbers', async () => {
    const orders = 'P.O. NUMBER   REQUISITIONER\nPO-3333       Jane Doe';
    expect((await read(orders, 'order_numbers')).values).not.toContain('REQUISITIONER');
    expect((await read('Telephone +41 31 322 00 44', 'phone_numbers')).values).toEqual(['+41 31 322 00 44']);
  });

  it('of rates is each rate once', async () => {
    const page = `
Item             Qty    Price    VAT    Amount
Blue pen           2     1.50     7%      3.00
Red book           1     4.00    19%      4.00
Green pen          2     1.50     7%      3.00

Subtotal                                 10.00
VAT 7%                                    0.42
VAT 19%                                   0.76
Total                                    11.18`;
    expect(await read(page, 'vat_rates', number)).toEqual({ values: [7, 19], doubted: [] });
    expect(await read(page, 'mwst_saetze', number)).toEqual({ values: [7, 19], doubted: [] });
  });

  it('is empty and sure where the page states none, doubted where it states one that was not read', async () => {
    expect(await read('Acme Ltd\nTotal 12.00', 'order_numbers')).toEqual({ values: [], doubted: [] });
  });

  it('are days where the schema asks for days', async () => {
    const page = 'Delivery date 03.03.2025\nDelivery date 17.03.2025';
    expect((await read(page, 'delivery_dates', { type: 'string', format: 'date' })).values).toEqual(['2025-03-03', '2025-03-17']);
  });
});
