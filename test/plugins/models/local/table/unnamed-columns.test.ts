import { describe, expect, it } from 'vitest';
import { number, text, valuesOf } from '../page.js';

const row = { description: text, quantity: number, unit: text, amount: number };
const unitsIn = async (page: string) => {
  const values = await valuesOf(page, { items: { type: 'array', items: { type: 'object', properties: row } } });
  return [values['items[0].unit'], values['items[1].unit']];
};

describe('the local reader finds units', () => {
  it('after their quantity, where one header is over both', async () => {
    const page = `
Bezeichnung            Menge      Einzelpreis     Betrag
Regal                  12 Stk          148,50   1.782,00
Montage               6,5 Std           62,00     403,00
                                 Summe          2.185,00`;
    expect(await unitsIn(page)).toEqual(['Stk', 'Std']);
  });

  it('under a header that may be one of quantities, too', async () => {
    const page = `
Concepto               Cantidad    Ud.      Precio     Importe
Estante                       6    ud        84,50      507,00
Montaje                     2,5    h         38,00       95,00
                                 Subtotal               602,00`;
    expect(await unitsIn(page)).toEqual(['ud', 'h']);
  });

  it('nowhere else', async () => {
    const page = `
Description            Qty     Price     Amount
Shelf, 12 pcs            6     84.50     507.00
Fitting                  2     38.00      76.00
                             Subtotal    583.00`;
    expect(await unitsIn(page)).toEqual([undefined, undefined]);
  });
});
