import { expect, it } from 'vitest';
import { cell, documentOf, entryOf, metaOf, money, run, scriptedModel, text } from '../../../builders.js';
import { accepted, held } from '../../verdicts.js';

const line = async (values: Readonly<Record<string, string>>, { title = 'Credit note', row = 'Chair   2   120.00' } = {}) => {
  const columns = { description: text, quantity: money, amount: money, discount: money };
  const read = { description: 'Chair', ...values };
  return run({
    document: documentOf(`${title}\nItem   Qty   Amount\n${row}`),
    fields: { lines: { type: 'array', items: { type: 'object', properties: columns } } },
    tiers: [
      scriptedModel(
        'reader',
        Object.entries(read).map(([name, value]) => cell(`$.lines[0].${name}`, value, { quote: row })),
      ),
    ],
  });
};

it('marks the sign of a number on a credit note as inferred when it is not printed', async () => {
  const outcome = await line({ quantity: '2', amount: '-120.00' });
  expect(entryOf(outcome, '$.lines[0].quantity').score).toEqual(accepted);
  expect(entryOf(outcome, '$.lines[0].amount').score).toEqual(held);
  expect(metaOf(outcome).issues).toContain(
    '$.lines[0].amount: Inferred from header: "120.00" is printed, the sign is that of a credit note',
  );
});

it('accepts the sign that a credit note prints', async () => {
  const outcome = await line({ quantity: '-2', amount: '-120.00' }, { row: 'Chair   -2   -120.00' });
  expect(['quantity', 'amount'].map((name) => entryOf(outcome, `$.lines[0].${name}`).score)).toEqual([accepted, accepted]);
});

it('does not doubt the sign of a discount, which is always subtracted', async () => {
  const outcome = await line({ discount: '-20.00' }, { title: 'Invoice', row: 'Chair   2   20.00   120.00' });
  expect(entryOf(outcome, '$.lines[0].discount').score).toEqual(accepted);
});
