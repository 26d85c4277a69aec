import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel, text } from '../../../builders.js';
import { held } from '../../verdicts.js';

const columns = { description: text, quantity: money, unit_price: money, amount: money };
type ItemTexts = readonly [description: string, quantity: string, unitPrice: string, amount: string];

/** The scores of the first item's quantity and unit price. */
const scoresOf = async (page: string, ...items: readonly ItemTexts[]): Promise<readonly number[]> => {
  const cells = items.flatMap((item, row) =>
    Object.keys(columns).map((name, column) =>
      cell(`$.lines[${row}].${name}`, item[column] ?? '', { quote: page.split('\n').find((line) => line.includes(item[0])) ?? '' }),
    ),
  );
  const fields = { lines: { type: 'array', items: { type: 'object', properties: columns } } };
  const outcome = await run({ document: documentOf(page), fields, tiers: [scriptedModel('reader', cells)] });
  return ['quantity', 'unit_price'].map((name) => entryOf(outcome, `$.lines[0].${name}`).score);
};

describe('swapped quantities and unit prices', () => {
  const headed = `Description     Qty     Unit price    Amount
Chair             4          10.00     40.00
Table             2          30.00     60.00`;

  it('are found by the header', async () => {
    expect(await scoresOf(headed, ['Chair', '10.00', '4', '40.00'], ['Table', '2', '30.00', '60.00'])).toEqual([held, held]);
  });

  it('are found by the header even if the price equals the amount', async () => {
    const single = headed.replace('  4          10.00     40.00', '  1          40.00     40.00');
    expect(await scoresOf(single, ['Chair', '40.00', '1', '40.00'], ['Table', '2', '30.00', '60.00'])).toEqual([held, held]);
  });

  it('are found by a currency on the quantity', async () => {
    const unheaded = 'Chair             4         €10.00    €40.00\nTable             2         €30.00    €60.00';
    const [quantity] = await scoresOf(unheaded, ['Chair', '€10.00', '4', '€40.00'], ['Table', '2', '€30.00', '€60.00']);
    expect(quantity).toEqual(held);
  });

  it("are found by the neighbouring items' columns without a header and a currency", async () => {
    const bare =
      'Chair             4          10.00     40.00\nTable             2          30.00     60.00\nLamp              3           5.00     15.00';
    const rest: readonly ItemTexts[] = [
      ['Table', '2', '30.00', '60.00'],
      ['Lamp', '3', '5.00', '15.00'],
    ];
    expect(await scoresOf(bare, ['Chair', '10.00', '4', '40.00'], ...rest)).toEqual([held, held]);
    expect((await scoresOf(bare, ['Chair', '4', '10.00', '40.00'], ...rest)).every((score) => score >= 0.85)).toBe(true);
  });

  it('are not looked for in items of running text', async () => {
    const receipt = 'Coffee 2 x 3.50 7.00\nCinnamon roll large 3 x 2.00 6.00';
    const scores = await scoresOf(receipt, ['Coffee', '2', '3.50', '7.00'], ['Cinnamon roll large', '3', '2.00', '6.00']);
    expect(scores.every((score) => score >= 0.85)).toBe(true);
  });
});
