import { expect, it } from 'vitest';
import { cell, documentOf, metaOf, money, run, scriptedModel, text } from '../../builders.js';

const lines = { type: 'array', items: { type: 'object', properties: { description: text, amount: money } } };
const page = (goods: string) => `Description          Amount
Citric acid          100.00
Jam sugar             72.50

Value of goods       ${goods}
Quick settlement       8.21
Subtotal             164.29`;

async function scoresOf(goods: string) {
  const rows = [
    ['Citric acid', '100.00'],
    ['Jam sugar', '72.50'],
  ].flatMap(([description = '', amount = ''], index) => {
    const quote = `${description} ${amount}`;
    return [cell(`$.lines[${index}].description`, description, { quote }), cell(`$.lines[${index}].amount`, amount, { quote })];
  });
  const subtotal = cell('$.subtotal', '164.29', { quote: 'Subtotal 164.29' });
  const outcome = await run({
    document: documentOf(page(goods)),
    fields: { subtotal: money, lines },
    tiers: [scriptedModel('reader', [subtotal, ...rows])],
  });
  return Object.fromEntries(metaOf(outcome).field_confidence.map(({ field, score }) => [field.replace('$.', ''), score]));
}

it('does not blame the amounts of rows for a failed sum when what they come to is printed below them', async () => {
  expect(await scoresOf('172.50')).toMatchObject({ subtotal: 0.84, 'lines[0].amount': 0.95, 'lines[1].amount': 0.95 });
});

it('blames them when what they come to is printed nowhere', async () => {
  expect(await scoresOf('127.50')).toMatchObject({ subtotal: 0.84, 'lines[0].amount': 0.6, 'lines[1].amount': 0.6 });
});
