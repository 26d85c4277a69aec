import { expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel, text } from '../../builders.js';

it('doubts a price that is the amount, though ten of ten pieces cost as much', async () => {
  const page = `Description     Qty     Price     Amount
Chair            10     44.95     449.50`;
  const quote = 'Chair            10     44.95     449.50';
  const read = { description: 'Chair', quantity: '10', price: '449.50', amount: '449.50' };
  const outcome = await run({
    document: documentOf(page),
    fields: {
      lines: { type: 'array', items: { type: 'object', properties: { description: text, quantity: money, price: money, amount: money } } },
    },
    tiers: [
      scriptedModel(
        'reader',
        Object.entries(read).map(([name, value]) => cell(`$.lines[0].${name}`, value, { quote })),
      ),
    ],
  });
  expect(entryOf(outcome, '$.lines[0].price').reason).toContain('10 × 449.5 is not 449.5');
});
