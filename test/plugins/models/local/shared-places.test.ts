import { describe, expect, it } from 'vitest';
import { number, text, valuesOf } from './page.js';

const day = { type: 'string', format: 'date' };

describe('the local reader gives a value whose label says one field to no other field', () => {
  it('but what stands under the words of the other', async () => {
    const page = `PRO NUMBER      SHIP DATE      DELIVERY
714-339062      2025-01-23     2025-01-28`;
    expect(await valuesOf(page, { ship_date: day, delivery_date: day })).toEqual({ ship_date: '2025-01-23', delivery_date: '2025-01-28' });
  });

  it('or none', async () => {
    const page = `Zwischensumme        151,00
Gutschein            -15,00
Summe                136,00`;
    expect(await valuesOf(page, { zwischensumme: number, netto: number })).toEqual({ zwischensumme: '151,00' });
    expect(await valuesOf(page, { netto: number })).toEqual({ netto: '151,00' });
  });

  it('but an equal value under a label of its own', async () => {
    const page = 'Subtotal 50.00\nTotal 50.00';
    expect(await valuesOf(page, { subtotal: number, total: number })).toEqual({ subtotal: '50.00', total: '50.00' });
  });

  it('but the total to what is due, of which no other document says more', async () => {
    const page = 'Subtotal 100.00\nVAT 20.00\nTotal 120.00';
    expect(await valuesOf(page, { total: number, amount_due: number })).toEqual({ total: '120.00', amount_due: '120.00' });
  });

  it('and takes no words under a caption for a number', async () => {
    expect(await valuesOf('Your purchase: none given', { order_no: text })).toEqual({});
    expect(await valuesOf('Sipariş No: belirtilmemiştir', { siparisNo: text })).toEqual({});
  });

  it('nor the number of the issuer to the other party', async () => {
    const seller = { type: 'object', properties: { vat_id: text } };
    const found = await valuesOf('Acme Tools Ltd\n12 Mill Lane\nLeeds LS1 4AB\n\n\nVAT No: GB123456789', { seller, buyer: seller });
    expect(found).toEqual({ 'seller.vat_id': 'GB123456789' });
  });
});
