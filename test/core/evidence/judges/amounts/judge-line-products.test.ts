import { expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel, text } from '../../../builders.js';

const properties = { description: text, quantity: money, price: money, amount: money };

/** The entry of the price of the only item on a page. */
async function priceOf(page: string, read: Readonly<Record<string, string>>) {
  const quote = page.split('\n').at(-1) ?? '';
  const outcome = await run({
    document: documentOf(page),
    fields: { lines: { type: 'array', items: { type: 'object', properties } } },
    tiers: [
      scriptedModel(
        'reader',
        Object.entries(read).map(([name, value]) => cell(`$.lines[0].${name}`, value, { quote })),
      ),
    ],
  });
  return entryOf(outcome, '$.lines[0].price');
}

it('doubts a price that equals the amount, even if a price for ten of ten pieces would fit', async () => {
  const page = `Description     Qty     Price     Amount
Chair            10     44.95     449.50`;
  const { reason } = await priceOf(page, { description: 'Chair', quantity: '10', price: '449.50', amount: '449.50' });
  expect(reason).toContain('10 × 449.5 is not 449.5');
});

it('reads a bare number under a header with a percent sign as a discount rate', async () => {
  const page = (header: string) => `Description     Qty     Price   ${header}      Amount
Chair             8    113.45        12.5     794.15`;
  const read = { description: 'Chair', quantity: '8', price: '113.45', amount: '794.15' };
  expect((await priceOf(page('Discount%'), read)).score).toBeGreaterThanOrEqual(0.85);
  expect((await priceOf(page('Discount '), read)).reason).toContain('8 × 113.45 is not 794.15');
});
