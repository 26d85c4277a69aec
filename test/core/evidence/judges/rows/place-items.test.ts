import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, metaOf, money, run, scriptedModel, text } from '../../../builders.js';
import { accepted } from '../../verdicts.js';

const columns = { description: text, quantity: money, price: money, amount: money };

/** The scores below the threshold, row by row. */
async function doubts(page: string, rows: readonly Readonly<Record<string, string>>[]) {
  const cells = rows.flatMap((row, at) => Object.entries(row).map(([name, value]) => cell(`$.lines[${at}].${name}`, value)));
  const outcome = await run({
    document: documentOf(page),
    fields: { lines: { type: 'array', items: { type: 'object', properties: columns } } },
    tiers: [scriptedModel('reader', cells)],
  });
  return cells.flatMap(({ path }) => {
    const { score, reason } = entryOf(outcome, path);
    return score < 0.85 ? [`${path} ${reason}`] : [];
  });
}

describe("includes the rows above an item's numbers in which its text begins", () => {
  it('when a receipt prints quantity and price under the article', async () => {
    const page = `Tool hire                17.28
3 x 5.76
Waste removal            17.26
2 x 8.63
Oak shelf                14.45
Wall anchors             20.32
2 x 10.16
Total                    69.31`;
    const rows = [
      { description: 'Tool hire', quantity: '3', price: '5.76', amount: '17.28' },
      { description: 'Waste removal', quantity: '2', price: '8.63', amount: '17.26' },
      { description: 'Oak shelf', amount: '14.45' },
      { description: 'Wall anchors', quantity: '2', price: '10.16', amount: '20.32' },
    ];
    expect(await doubts(page, rows)).toEqual([]);
  });

  it('when the numbers stand beside the last line of a long text', async () => {
    const page = `Description                        Qty   Price   Amount
Replacement of the damaged gutter
on the north side including all
brackets and sealant                 3    5.00    15.00
Cleanup                              1    7.00     7.00
Replacement of the damaged gutter
on the north side including all
brackets and sealant                 4    5.00    20.00`;
    const description = 'Replacement of the damaged gutter on the north side including all brackets and sealant';
    const rows = [
      { description, quantity: '3', price: '5.00', amount: '15.00' },
      { description: 'Cleanup', quantity: '1', price: '7.00', amount: '7.00' },
      { description, quantity: '4', price: '5.00', amount: '20.00' },
    ];
    expect(await doubts(page, rows)).toEqual([]);
  });
});

it('still doubts an item that has the amount of the item above', async () => {
  const page = `Tool hire                17.28
3 x 5.76
Waste removal            17.26
2 x 8.63`;
  const rows = [
    { description: 'Tool hire', amount: '17.28' },
    { description: 'Waste removal', quantity: '2', amount: '17.28' },
  ];
  expect((await doubts(page, rows)).join()).toContain('$.lines[1].amount');
});

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
