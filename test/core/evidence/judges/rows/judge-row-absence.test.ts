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

const charges = { type: 'array', items: { type: 'object', properties: { what: text, weight: money, price: money } } };

const page = (weight: string, what = 'Sand, washed') => `What                  Weight       Price
Gravel                  1.50       30.00
${what.padEnd(22)}  ${weight.padStart(4)}       55.00
Cement                  0.75       12.00`;

/** The entry of a null in the second row of the table. */
async function nullIn(name: 'what' | 'weight', printed: string) {
  const rows = [
    ['Gravel', '1.50', '30.00'],
    ['Sand, washed', '2.25', '55.00'],
    ['Cement', '0.75', '12.00'],
  ];
  const reading = rows.flatMap((values, row) =>
    (['what', 'weight', 'price'] as const).map((column, at) => {
      const value = row === 1 && column === name ? null : (values[at] ?? null);
      return cell(`$.charges[${row}].${column}`, value);
    }),
  );
  const outcome = await run({ document: documentOf(printed), fields: { charges }, tiers: [scriptedModel('reader', reading)] });
  return entryOf(outcome, `$.charges[1].${name}`);
}

it('doubts a null where the row prints a number in the column of the others, whatever it is called', async () => {
  expect(await nullIn('weight', page('2.25'))).toMatchObject({
    score: 0.4,
    reason: 'Not present: but "2.25" stands in its line, in the column of the others',
  });
});

it('doubts a null text in the same way', async () => {
  expect((await nullIn('what', page('2.25'))).score).toBe(0.4);
});

it('believes it where nothing, or no number, stands there', async () => {
  expect((await nullIn('weight', page(''))).score).toBe(0.9);
  expect((await nullIn('weight', page('n/a'))).score).toBe(0.9);
});

const vat = { type: 'array', items: { type: 'object', properties: { rate: money, base: money, amount: money } } };
const taxPage = 'Net                     100.00\nVAT 20 %                 20.00\nTotal                   120.00';

/** The entries of the only row of taxes. */
async function rowOf(values: Readonly<Record<'rate' | 'base' | 'amount', string | null>>, printed = taxPage) {
  const reading = Object.entries(values).map(([name, value]) => cell(`$.vat[0].${name}`, value));
  const outcome = await run({ document: documentOf(printed), fields: { vat }, tiers: [scriptedModel('reader', reading)] });
  return (name: string) => entryOf(outcome, `$.vat[0].${name}`);
}

it('doubts a null tax where the line of its rate prints an amount that nobody has read', async () => {
  expect((await rowOf({ rate: '20', base: null, amount: null }))('amount')).toMatchObject({
    score: 0.4,
    reason: 'Not present: but "20.00" stands in its line',
  });
});

it('doubts a null rate where the line of its tax prints a percentage', async () => {
  expect((await rowOf({ rate: null, base: null, amount: '20.00' }))('rate')).toMatchObject({ reason: expect.stringContaining('20') });
  expect((await rowOf({ rate: null, base: null, amount: '20.00' }))('rate').score).toBe(0.4);
});

it('believes a null base where all numbers of the line are read', async () => {
  expect((await rowOf({ rate: '20', base: null, amount: '20.00' }))('base').score).toBe(0.9);
});
