import { describe, expect, it } from 'vitest';
import { text, valuesOf } from '../page.js';

describe('the local reader finds text under the words of its field', () => {
  it('though it begins with a short word that may be a label', async () => {
    expect(await valuesOf('Payment terms   Net 30', { payment_terms: text })).toEqual({ payment_terms: 'Net 30' });
    expect(await valuesOf('Payment terms\nNet 30', { payment_terms: text })).toEqual({ payment_terms: 'Net 30' });
    expect(await valuesOf('Payment method: Cash', { payment_method: text })).toEqual({ payment_method: 'Cash' });
  });

  it('and who gets the goods under the heading that the parent names', async () => {
    const page = `
BILL TO              SHIP TO
Acme Ltd             Beta GmbH
12345 Berlin         54321 Bonn`;
    expect(await valuesOf(page, { ship_to: { type: 'object', properties: { name: text } } })).toEqual({ 'ship_to.name': 'Beta GmbH' });
    expect(await valuesOf('Invoice 17', { ship_to: { type: 'object', properties: { name: text } } })).toEqual({});
  });

  it('however the name spells an umlaut', async () => {
    expect(await valuesOf('Geschäftsführer: Martin Hetzner', { geschaeftsfuehrer: text })).toEqual({ geschaeftsfuehrer: 'Martin Hetzner' });
  });

  it('and numbers of orders and accounts', async () => {
    expect(await valuesOf('Order SCONL000000444', { order_number: text })).toEqual({ order_number: 'SCONL000000444' });
    expect(await valuesOf('Please pay to account 0123-4567', { bank_account: text })).toEqual({ bank_account: '0123-4567' });
    expect(await valuesOf('account 0123-4567', { bank_account: text })).toEqual({ bank_account: '0123-4567' });
  });
});

it('takes no amount for a VAT number', async () => {
  const hotel = { type: 'object', properties: { vat_id: { type: 'string' } } };
  expect(await valuesOf('\nRoom 2 nights     200.00\nVAT            1,027.28', { hotel })).toEqual({});
});

it('takes neither a caption, nor the next sentence, nor a percentage for an amount', async () => {
  expect(await valuesOf('Shipper:          Consignee:\nOstwerk GmbH      Laurentide Inc', { shipper: text })).not.toMatchObject({
    shipper: 'Consignee',
  });
  expect(await valuesOf('Reason: wrong size delivered. The amount will be refunded.', { reason: text })).toEqual({
    reason: 'wrong size delivered.',
  });
  expect(await valuesOf('Restocking 10 %   20.05', { restocking: { type: 'number' } })).not.toMatchObject({ restocking: '10 %' });
});

it('takes a charge of any kind for no cost of shipping', async () => {
  const charges = { shipping: { type: 'number' } };
  expect(await valuesOf('Gesamtbetrag der Zuschläge   4,90\nGesamtbetrag   24,90', charges)).toEqual({});
  expect(await valuesOf('Versandkosten   4,90\nGesamtbetrag   24,90', charges)).toEqual({ shipping: '4,90' });
});
