import { describe, expect, it } from 'vitest';
import { lines, valuesOf } from '../page.js';

const read = (page: string) => valuesOf(page, { line_items: lines });

describe('words between two headers', () => {
  it('belong to the column that has none otherwise, as below a centred header', async () => {
    const page = `
Qty    Cod.                      Description                Price      Amount
  9    WV01     Brass hinge                                 6.498       58.48
  4    DF02     Oak shelf                                  39.436      157.74
                                                    Total              216.22`;
    expect(await read(page)).toMatchObject({ 'line_items[0].description': 'Brass hinge', 'line_items[1].description': 'Oak shelf' });
  });

  it('stay with the only header they stand under, however short they are', async () => {
    const page = `
CODE        DESCRIPTION OF PRODUCTS AND SERVICES      QTY       UNIT PRICE      AMOUNT
FURN-1      Chair                                       2            50.00      100.00
FURN-2      Desk                                        1            80.00       80.00
                                                      Total                     180.00`;
    expect(await read(page)).toMatchObject({ 'line_items[0].description': 'Chair', 'line_items[1].description': 'Desk' });
  });

  it('are a quantity where the price has a number of its own', async () => {
    const page = `
DESCRIPTION                QTY/HR            UNIT PRICE        TOTAL
Kitchen sink fitted                    8             90          720
Thermostat fitted                      4             90          360
                                                Subtotal        1080`;
    expect(await read(page)).toMatchObject({
      'line_items[0].quantity': '8',
      'line_items[0].unit_price': '90',
      'line_items[1].quantity': '4',
    });
  });
});
