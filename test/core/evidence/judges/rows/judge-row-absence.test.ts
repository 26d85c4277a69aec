import { expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel, text } from '../../../builders.js';

const lines = {
  type: 'array',
  items: { type: 'object', properties: { description: text, quantity: money, unit_price: money, amount: money } },
};

/** The entry of a null quantity in `Widget <line> 50.00 100.00`. */
async function quantityOf(header: string, row: string) {
  const quote = row.replace(/\s+/g, ' ');
  const at = (name: string, value: string | null) => cell(`$.lines[0].${name}`, value, value === null ? {} : { quote });
  const reading = [at('description', 'Widget'), at('quantity', null), at('unit_price', '50.00'), at('amount', '100.00')];
  const outcome = await run({
    document: documentOf(`${header}\n${row}`),
    fields: { lines },
    tiers: [scriptedModel('reader', reading)],
  });
  return entryOf(outcome, '$.lines[0].quantity');
}

it('doubts a null quantity when a number stands under its header', async () => {
  const found = await quantityOf('Item        Qty     Price     Amount', 'Widget        3     50.00     100.00');
  expect(found).toMatchObject({ score: 0.4, reason: 'Not present: but 3 stands in its line, under "Qty"' });
});

it('doubts it when a number in the row times the price is the amount, whatever its header says', async () => {
  const found = await quantityOf('Item        Pcs.#   Price     Amount', 'Widget     2.00     50.00     100.00');
  expect(found.score).toBe(0.4);
});

it('accepts it when the row has no other number, or only a position number or one in the description', async () => {
  const header = 'Item                       Qty     Price     Amount';
  const rows = [
    'Widget                             50.00     100.00',
    '2 Widget                           50.00     100.00',
    'Widget 16 GB                       50.00     100.00',
  ];
  const scores = await Promise.all(rows.map(async (row) => (await quantityOf(header, row)).score));
  expect(scores).toEqual([0.9, 0.9, 0.9]);
});
