import { describe, expect, it } from 'vitest';
import { number, text, valuesOf } from './page.js';

const rows = {
  items: {
    type: 'array',
    items: { type: 'object', properties: { description: text, quantity: number, unit_price: number, amount: number } },
  },
};
/** The items of a table under a header, each as `quantity × unit price: description`. */
async function items(...lines: readonly string[]): Promise<readonly string[]> {
  const found = await valuesOf(
    ['Description                       Amount', ...lines, 'Total                              18.70'].join('\n'),
    rows,
  );
  const of = (at: number, leaf: string) => found[`items[${at}].${leaf}`] ?? '-';
  return [0, 1, 2].map((at) => `${of(at, 'quantity')} × ${of(at, 'unit_price')}: ${of(at, 'description')}`);
}

describe('the local reader takes out of names under a header', () => {
  it('the counts that most begin with', async () => {
    expect(
      await items(
        '1 Pan de molde                      8.40',
        '1 Leche                             4.90',
        '2 Yogur                             5.40',
      ),
    ).toEqual(['1 × -: Pan de molde', '1 × -: Leche', '2 × -: Yogur']);
  });

  it.each([
    ['days', ['12 May Room charge', '13 May Room charge', '14 May Breakfast']],
    ['firsts of a month', ['1 May Room charge', '1 May Breakfast', '1 May Minibar']],
    ['numbers of items', ['10 Stahlplatte', '20 Schrauben', '30 Muttern']],
    ['their places', ['1 Stahlplatte', '2 Schrauben', '3 Muttern']],
    ['what is a name', ['24 Monate Garantie', '36 Monate Garantie', 'Wartung']],
  ])('no %s', async (_, names) => {
    const amounts = ['8.40', '4.90', '5.40'];
    const printed = await items(...names.map((name, at) => `${name.padEnd(34)}${amounts[at]}`));
    expect(printed.map((item) => item.slice(0, 5))).toEqual(['- × -', '- × -', '- × -']);
  });

  it('a weight and its price, and the name from the line above', async () => {
    expect(
      await items(
        'Bananen',
        '0.654 kg x 3.99 €/kg                2.61',
        'Brot                                5.40',
        'Käse                               10.69',
      ),
    ).toEqual(['0.654 × 3.99: Bananen', '- × -: Brot', '- × -: Käse']);
  });
});
