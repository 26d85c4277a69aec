import { expect, it } from 'vitest';
import { cell, documentOf, metaOf, money, run, scriptedModel, text } from '../../../builders.js';
import { accepted } from '../../verdicts.js';

const lines = { type: 'array', items: { type: 'object', properties: { description: text, quantity: money, price: money, amount: money } } };

it('gives two identical items a row each', async () => {
  const rows = [
    'Isothermic mug      8.00     1      8.00',
    'Trekking bag       25.00     1     25.00',
    'Isothermic mug      8.00     1      8.00',
  ];
  const document = documentOf(['Item               Price   Qty    Amount', ...rows, 'Subtotal                           41.00'].join('\n'));
  const cells = rows.flatMap((row, index) => {
    const [, description = '', price = '', quantity = '', amount = ''] = /^(\S+ \S+)\s+(\S+)\s+(\S+)\s+(\S+)$/.exec(row) ?? [];
    const quote = row.replace(/\s+/g, ' ');
    const at = (name: string, value: string) => cell(`$.line_items[${index}].${name}`, value, { quote });
    return [at('description', description), at('quantity', quantity), at('price', price), at('amount', amount)];
  });
  const outcome = await run({
    document,
    fields: { line_items: lines },
    tiers: [scriptedModel('reader', cells)],
  });
  expect(metaOf(outcome).field_confidence.map(({ score }) => score)).toEqual(Array(12).fill(accepted));
});
