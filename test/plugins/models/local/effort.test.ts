import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, lines, printed, text } from './page.js';

describe('the thorough reader', () => {
  const receipt = `
CORNER SHOP

2 x 3.50 Coffee             7.00
Cake                        4.20
TOTAL                      11.20`;

  it('finds the rows of a receipt without a header, because they add up', async () => {
    expect(printed(await cellsOf(drawn(receipt), { items: lines }, 'thorough'))).toEqual({
      'items[0].description': 'Coffee',
      'items[0].quantity': '2',
      'items[0].unit_price': '3.50',
      'items[0].amount': '7.00',
      'items[1].description': 'Cake',
      'items[1].amount': '4.20',
    });
    expect(await cellsOf(drawn(receipt), { items: lines })).toEqual([]);
  });

  it('finds quantity and price in the line under the article, or over it', async () => {
    const split = (top: string) => `\nCORNER SHOP\n\n${top}\nCake                        4.20\nTOTAL                      11.20`;
    const coffee = { 'items[0].description': 'Coffee', 'items[0].quantity': '2', 'items[0].unit_price': '3.50', 'items[0].amount': '7.00' };
    for (const top of ['Coffee                      7.00\n  2 x 3.50', '  2 x 3.50\nCoffee                      7.00'])
      expect(printed(await cellsOf(drawn(split(top)), { items: lines }, 'thorough'))).toMatchObject(coffee);
  });

  it('takes no rows that do not', async () => {
    expect(await cellsOf(drawn(receipt.replace('11.20', '12.20')), { items: lines }, 'thorough')).toEqual([]);
  });

  it('looks further below a label', async () => {
    const page = 'Invoice number\n\n\nA-17';
    expect(printed(await cellsOf(drawn(page), { invoice_number: text }, 'thorough'))).toEqual({ invoice_number: 'A-17' });
    expect(printed(await cellsOf(drawn(page), { invoice_number: text }))).toEqual({});
  });
});
