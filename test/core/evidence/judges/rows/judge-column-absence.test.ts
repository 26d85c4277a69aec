import { expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel, text } from '../../../builders.js';

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
