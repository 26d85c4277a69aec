import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel, text } from '../../../builders.js';
import { accepted, held } from '../../verdicts.js';

const fields = { subtotal: money, tax: money, total: money };
const scores = async (page: string, read: Readonly<Record<string, string>>) => {
  const quote = (value: string) => page.split('\n').find((row) => row.includes(value)) ?? value;
  const cells = Object.entries(read).map(([name, value]) => cell(`$.${name}`, value, { quote: quote(value) }));
  const outcome = await run({ document: documentOf(page), fields, tiers: [scriptedModel('reader', cells)] });
  return (name: string) => entryOf(outcome, `$.${name}`);
};

describe('a passed sum identifies its only unlabelled part', () => {
  const page = `Subtotal           100.00
VAT 20 %            20.00
Contribution       120.00`;

  it('when all other parts have labels', async () => {
    const score = await scores(page, { subtotal: '100.00', tax: '20.00', total: '120.00' });
    expect(score('total').score).toEqual(accepted);
  });

  it('but not when two parts have no label', async () => {
    const bare = page.replace('Subtotal', 'Services');
    const score = await scores(bare, { subtotal: '100.00', tax: '20.00', total: '120.00' });
    expect([score('subtotal').score, score('total').score]).toEqual([held, held]);
  });

  it('and a sum whose label may mean several sums', async () => {
    const exchanged = `Total              100.00
VAT 20 %            20.00
Grand total        120.00`;
    const score = await scores(exchanged, { subtotal: '100.00', tax: '20.00', total: '120.00' });
    expect(score('subtotal').score).toEqual(accepted);
  });

  it('but not when the sum fails', async () => {
    const score = await scores(page.replace('120.00', '125.00'), { subtotal: '100.00', tax: '20.00', total: '125.00' });
    expect(score('total').score).toEqual(held);
  });
});

describe('several taxes', () => {
  const table = `             Rate %      Base     VAT amount     Gross
VAT           6.00     100.00         6.00      106.00
VAT          21.00     200.00        42.00      242.00
                       300.00        48.00      348.00`;

  it('do not compete with their sum, nor with rates and bases', async () => {
    const score = await scores(table, { subtotal: '300.00', tax: '48.00', total: '348.00' });
    expect(score('tax').reason).not.toContain('Multiple');
  });

  it('are marked as parts when one is read as the whole', async () => {
    const score = await scores(table, { tax: '42.00' });
    expect(score('tax').score).toBeLessThan(0.85);
  });
});

describe('an item whose amount is not its quantity times its price', () => {
  const columns = { description: text, quantity: money, unit_price: money, amount: money };
  const product = async (row: string, [quantity, price, amount]: readonly [string, string, string]) => {
    const page = `Description   Qty    Price    ${' '.repeat(20)}Amount\n${row}`;
    const values = ['Headphones', quantity, price, amount];
    const cells = Object.keys(columns).map((name, at) => cell(`$.lines[0].${name}`, values[at] ?? '', { quote: row }));
    const asked = { lines: { type: 'array', items: { type: 'object', properties: columns } } };
    const outcome = await run({ document: documentOf(page), fields: asked, tiers: [scriptedModel('reader', cells)] });
    return entryOf(outcome, '$.lines[0].amount').score;
  };

  it.each([
    ['a discount in its row', 'Headphones     1     349.99    Member discount -50.00   299.99', '299.99'],
    ['a rate in its row', 'Headphones     1     200.00    less 10 %                180.00', '180.00'],
    ['a tax in its row', 'Headphones     1     278.61    tax 40.39                319.00', '319.00'],
  ])('is explained by %s', async (_, row, amount) => {
    const price = /\d+\.\d\d/.exec(row)?.[0] ?? '';
    expect(await product(row, ['1', price, amount])).toBeGreaterThanOrEqual(0.85);
  });

  it('is doubted when nothing printed explains it', async () => {
    expect(await product('Headphones     1     349.99                             299.99', ['1', '349.99', '299.99'])).toEqual(held);
  });

  it('is doubted when the tax was read as the price', async () => {
    expect(await product('Headphones     1     278.61    tax 40.39                319.00', ['1', '40.39', '319.00'])).toBeLessThan(0.85);
  });
});

it('trusts the label of a total over the sum of receipt rows, which include the tax', async () => {
  const page = 'Bread        10.00\nMilk         11.00\nTotal        21.00\nincl. VAT     1.90';
  const row = (name: string, amount: string, at: number) => [
    cell(`$.lines[${at}].description`, name, { quote: `${name} ${amount}` }),
    cell(`$.lines[${at}].amount`, amount, { quote: `${name} ${amount}` }),
  ];
  const cells = [cell('$.subtotal', '21.00', { quote: 'Total 21.00' }), ...row('Bread', '10.00', 0), ...row('Milk', '11.00', 1)];
  const lines = { type: 'array', items: { type: 'object', properties: { description: text, amount: money } } };
  const outcome = await run({ document: documentOf(page), fields: { subtotal: money, lines }, tiers: [scriptedModel('reader', cells)] });
  expect(entryOf(outcome, '$.subtotal').score).toEqual(held);
});

it('does not use a position number to explain a difference', async () => {
  const page = '12   Paper      10      5.00      50.00';
  const columns = { quantity: money, unit_price: money, amount: money };
  const cells = Object.entries({ quantity: '12', unit_price: '5.00', amount: '50.00' }).map(([name, value]) =>
    cell(`$.lines[0].${name}`, value, { quote: page }),
  );
  const lines = { type: 'array', items: { type: 'object', properties: columns } };
  const outcome = await run({ document: documentOf(page), fields: { lines }, tiers: [scriptedModel('reader', cells)] });
  expect(entryOf(outcome, '$.lines[0].quantity').score).toEqual(held);
});

it('allows no larger rounding for a price that is printed to the cent', async () => {
  const page = '999   Paper      60.00      120.00';
  const columns = { quantity: money, unit_price: money, amount: money };
  const cells = Object.entries({ quantity: '999', unit_price: '60.00', amount: '120.00' }).map(([name, value]) =>
    cell(`$.lines[0].${name}`, value, { quote: page }),
  );
  const lines = { type: 'array', items: { type: 'object', properties: columns } };
  const outcome = await run({ document: documentOf(page), fields: { lines }, tiers: [scriptedModel('reader', cells)] });
  expect(entryOf(outcome, '$.lines[0].amount').score).toEqual(held);
});

it.each([
  ['accepts a price per hundred that the row prints', 'Screws    200      4.50   per 100      9.00', accepted],
  [
    'doubts a price per hundred that is not printed, because the amount may belong to another row',
    'Screws    200      4.50                9.00',
    held,
  ],
])('%s', async (_, row, expected) => {
  const columns = { quantity: money, unit_price: money, amount: money };
  const cells = Object.entries({ quantity: '200', unit_price: '4.50', amount: '9.00' }).map(([name, value]) =>
    cell(`$.lines[0].${name}`, value, { quote: row }),
  );
  const lines = { type: 'array', items: { type: 'object', properties: columns } };
  const outcome = await run({ document: documentOf(row), fields: { lines }, tiers: [scriptedModel('reader', cells)] });
  expect(entryOf(outcome, '$.lines[0].amount').score).toEqual(expected);
});

it('does not treat an amount as certain because it is the sum of the others under its label', async () => {
  const score = await scores('Total     300.00\nTotal     100.00\nTotal     200.00', { total: '300.00' });
  expect(score('total').score).toEqual(accepted);
});

describe('the code of a currency', () => {
  const currency = async (page: string, code: string) => {
    const tiers = [scriptedModel('reader', [cell('$.currency', code)])];
    return entryOf(await run({ document: documentOf(page), fields: { currency: text }, tiers }), '$.currency').score;
  };

  it('is printed when it stands in a row with an amount, or alone under one', async () => {
    expect(await currency('Goods       100.00     CHF', 'CHF')).toEqual(accepted);
    expect(await currency('Still open\n22.50\nGBP', 'GBP')).toEqual(accepted);
  });

  it('is only inferred when it may be a word', async () => {
    expect(await currency('PEN blue       1.50', 'PEN')).toEqual(held);
  });
});
