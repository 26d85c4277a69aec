import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, number, text, valuesOf } from './page.js';

const sums = { subtotal: number, tax: number, total: number, amount_due: number };

describe('the local reader finds the sums of a document', () => {
  it('that add up, and is certain of them', async () => {
    const page = `
                         Zwischensumme:        100,00 €
                         zzgl. 19 % MwSt.       19,00 €
                         Gesamtbetrag:         119,00 €`;
    const cells = await cellsOf(drawn(page), { net: number, mwst: number, brutto: number });
    expect(cells.map(({ value, confidence }) => [value, confidence])).toEqual([
      ['100,00 €', 'certain'],
      ['19,00 €', 'certain'],
      ['119,00 €', 'certain'],
    ]);
  });

  it('of all amounts called total the one that the others explain', async () => {
    const page = `
Total hours                         160.00
Total                               500.00
VAT 20%                             100.00
Total incl. VAT                     600.00`;
    expect(await valuesOf(page, { tax: number, total: number })).toMatchObject({ tax: '100.00', total: '600.00' });
  });

  it('with a discount between subtotal and total', async () => {
    const page = `
Subtotal      $140.00
Discount      -$40.00
Tax             $0.00
Total         $100.00`;
    expect(await valuesOf(page, sums)).toMatchObject({ subtotal: '$140.00', tax: '$0.00', total: '$100.00' });
  });

  it('keeps what is due apart from the total', async () => {
    const page = `
Total net        1.000,00
USt 19 %           190,00
Rechnungsbetrag  1.190,00
Anzahlung          190,00
Zahlbetrag       1.000,00`;
    expect(await valuesOf(page, { ...sums, prepaid: number })).toMatchObject({
      total: '1.190,00',
      prepaid: '190,00',
      amount_due: '1.000,00',
    });
  });

  it('takes what is due for the total where no other is printed', async () => {
    const page = `
Subtotal      $2000.00
Tax            $140.00
BALANCE DUE   $2140.00`;
    expect(await valuesOf(page, sums)).toEqual({ subtotal: '$2000.00', tax: '$140.00', total: '$2140.00', amount_due: '$2140.00' });
  });

  it('only infers that all is due, and says so', async () => {
    const [due] = await cellsOf(drawn('Subtotal 10.00\nVAT 2.00\nTotal 12.00'), { amount_due: number });
    expect(due).toMatchObject({ value: '12.00', confidence: 'unsure', reason: 'header' });
  });

  it('finds none where none is labelled', async () => {
    expect(await valuesOf('Widgets   100.00\nGadgets    50.00\n          150.00', sums)).toEqual({});
  });

  it('and the currency they are in', async () => {
    expect(await valuesOf('Total  CHF 120.00', { currency: text })).toEqual({ currency: 'CHF' });
    expect(await valuesOf('Beträge in EUR\nTotal 5,00', { currency: text })).toEqual({ currency: 'EUR' });
  });
});
