import { expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel, text } from '../../../builders.js';
import { accepted, held } from '../../verdicts.js';

const lines = { type: 'array', items: { type: 'object', properties: { description: text, amount: money } } };
const head = 'Description        Rate      Amount       IGST       Total\nVirtual          1000.00     1000.00     180.00     1180.00';

async function amountOf(page: string, subtotalQuote: string) {
  const quote = 'Virtual 1000.00 1000.00 180.00 1180.00';
  const rows = [cell('$.lines[0].description', 'Virtual', { quote }), cell('$.lines[0].amount', '1000.00', { quote })];
  const subtotal = cell('$.subtotal', '1000.00', { quote: subtotalQuote });
  const outcome = await run({
    document: documentOf(page),
    fields: { subtotal: money, lines },
    tiers: [scriptedModel('reader', [subtotal, ...rows])],
  });
  return entryOf(outcome, '$.lines[0].amount');
}

it('doubts an amount beside another one under a second amount header, because a sum of one row proves nothing', async () => {
  expect(await amountOf(head, '1000.00')).toMatchObject({
    score: held,
    reason: 'Multiple values found: 1000 under "Amount" and 1180.00 under "Total"',
  });
});

it('does not doubt the amount that a separate subtotal proves', async () => {
  const page = `${head}\n\n                   Subtotal  1000.00`;
  expect((await amountOf(page, 'Subtotal 1000.00')).score).toEqual(accepted);
});
