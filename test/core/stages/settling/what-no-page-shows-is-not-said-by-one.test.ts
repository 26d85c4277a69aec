import { expect, it } from 'vitest';
import { cell, documentOf, entryOf, metaOf, money, pageOf, run, scriptedModel, text } from '../../builders.js';

const page = `Alder Ltd                 Invoice
Bill to: Beech Ltd
Description   Qty   Price   Amount
Chair           2   60.25   120.50
Total                       120.50`;
const hidden = pageOf('Zyzzyva Ltd 999.00').words;
const document = documentOf(pageOf(page, 1, { hidden }));
const quote = (value: string) => page.split('\n').find((row) => row.includes(value)) ?? value;
const read = (path: string, value: string) => cell(path, value, { quote: quote(value) });
const unseen = { quote: 'Zyzzyva Ltd 999.00' };
const columns = { description: text, quantity: money, unit_price: money, amount: money };
const lines = { type: 'array', items: { type: 'object', properties: columns } };

it('lets a quantity that is not printed neither blame nor prove the price beside it', async () => {
  const row = (quantity: string) => [
    read('$.lines[0].description', 'Chair'),
    cell('$.lines[0].quantity', quantity, unseen),
    read('$.lines[0].unit_price', '60.25'),
    read('$.lines[0].amount', '120.50'),
  ];
  const scores = async (quantity: string) => {
    const outcome = await run({ document, fields: { lines }, tiers: [scriptedModel('reader', row(quantity))] });
    return ['quantity', 'unit_price', 'amount'].map((name) => entryOf(outcome, `$.lines[0].${name}`).score);
  };
  const [quantity = 1, price = 0, amount = 0] = await scores('999.00');
  expect([quantity <= 0.3, price >= 0.85, amount >= 0.85]).toEqual([true, true, true]);
  expect(await scores('998.00')).toEqual([quantity, price, amount]);
});

it('names both sides of a difference by what they are: a reader, where no page shows what it read', async () => {
  const embedded = async () => ({ cells: [cell('$.total', '120.50')], source: 'the data embedded as XML' });
  const outcome = await run({
    document,
    fields: { total: money },
    tiers: [scriptedModel('reader', [cell('$.total', '999.00', unseen)])],
    witnesses: [scriptedModel('embedded', embedded)],
  });
  expect(metaOf(outcome).issues).toContain('$.total: Multiple values found: reader read 999, the data embedded as XML say 120.5');
});

it('counts a name that is not printed as no second name of a party', async () => {
  const outcome = await run({
    document,
    fields: { buyer_name: text },
    tiers: [scriptedModel('reader', [cell('$.buyer_name', 'Zyzzyva Ltd', unseen)])],
  });
  expect(metaOf(outcome).issues.filter((issue) => issue.includes('Zyzzyva'))).toEqual([]);
});
