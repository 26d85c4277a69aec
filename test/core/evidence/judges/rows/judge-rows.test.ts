import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel, text } from '../../../builders.js';
import { held } from '../../verdicts.js';
import { findingsOf, type ItemTexts } from './read-items.js';

const page = `Last order      77.00
Description          Qty     Unit price    Amount
Oak chair              4          10.00     40.00
Round table            2          30.00     60.00
Reading lamp           3           5.00     15.00
Subtotal                                   115.00`;
const chair: ItemTexts = ['Oak chair', '4', '10.00', '40.00'];
const table: ItemTexts = ['Round table', '2', '30.00', '60.00'];
const lamp: ItemTexts = ['Reading lamp', '3', '5.00', '15.00'];
const subtotal = cell('$.subtotal', '115.00', { quote: 'Subtotal 115.00' });
const withText = ([, ...numbers]: ItemTexts, description: string): ItemTexts => [description, ...numbers];

describe('a right reading has nothing against it', () => {
  it('when every item has a row', async () => {
    expect(await findingsOf(page, [chair, table, lamp], [subtotal])).toEqual([[], [], []]);
  });

  it('when all rows are alike and words of the margin stand beside one of them', async () => {
    const row = 'Oak chair              1         195.00    195.00';
    const rows = [`${row}   COPY`, ...Array(6).fill(row)];
    const items = rows.map((): ItemTexts => ['Oak chair', '1', '195.00', '195.00']);
    expect((await findingsOf(['Description          Qty     Unit price    Amount', ...rows].join('\n'), items)).flat()).toEqual([]);
  });

  it('when a narrow column breaks a number into the row above', async () => {
    const broken = `Description          Qty     Unit price    Amount
                              1133.25
Oak chair              4                  4533.00
                                  EUR
                              2044.50
Round table            2                  4089.00
                                  EUR`;
    expect(
      await findingsOf(broken, [
        ['Oak chair', '4', '1133.25', '4533.00'],
        ['Round table', '2', '2044.50', '4089.00'],
      ]),
    ).toEqual([[], []]);
  });
});

describe('a column has no conflict', () => {
  const unknown = `Description          Qty       XYZ       Amount
Oak chair              4     10.00        40.00`;

  it('when a price stands nearest to the header of the quantity only because its own header is unknown', async () => {
    expect(await findingsOf(unknown, [chair])).toEqual([[]]);
    expect((await findingsOf(unknown, [['Oak chair', '10.00', '4', '40.00']]))[0]).toContain('label.otherColumn');
  });

  it('when the row of another item has words that are headers elsewhere', async () => {
    const units = `Qty   Unit    Description                  Price     Amount
1     Unit    Sofa bed No                Q 900.00   Q 900.00
4     Unit    Sleeping bag No            Q 250.00  Q 1000.00`;
    const found = await findingsOf(units, [
      ['Sofa bed No', '1', 'Q 900.00', 'Q 900.00'],
      ['Sleeping bag No', '4', 'Q 250.00', 'Q 1000.00'],
    ]);
    expect(found).toEqual([[], []]);
  });
});

describe('a faulty reading keeps a finding against it', () => {
  it.each<[string, readonly ItemTexts[], number, string]>([
    ['a repeated item', [chair, chair, table, lamp], 1, 'label.noRow'],
    ['an amount of another row', [chair, [...table.slice(0, 3), '15.00'] as unknown as ItemTexts, lamp], 1, 'label.otherRow'],
    ['a quantity of another row', [chair, ['Round table', '4', '30.00', '60.00'], lamp], 1, 'label.otherRow'],
    ['a description of the row below', [withText(chair, 'Round table'), table, lamp], 0, 'label.otherRow'],
    ['a description of the row above', [chair, withText(table, 'Oak chair'), lamp], 1, 'label.otherRow'],
    ['an exchange of quantity and price', [['Oak chair', '10.00', '4', '40.00'], table, lamp], 0, 'label.otherColumn'],
    ['two rows made one', [['Oak chair Round table', '4', '10.00', '60.00'], lamp], 0, 'arithmetic.lineProduct'],
    ['a sum as an item', [chair, table, lamp, ['Subtotal', '', '', '115.00']], 3, 'label.sumRow'],
    ['a number from outside the rows', [chair, table, ['Reading lamp', '3', '5.00', '77.00']], 2, 'label.outsideRows'],
  ])('%s', async (_, items, at, finding) => {
    expect((await findingsOf(page, items))[at]).toContain(finding);
  });

  it('amounts that are all shifted by one row, although their sum holds', async () => {
    const items: readonly ItemTexts[] = [
      ['Oak chair', '4', '10.00', '60.00'],
      ['Round table', '2', '30.00', '15.00'],
      ['Reading lamp', '3', '5.00', '40.00'],
    ];
    for (const findings of await findingsOf(page, items, [subtotal])) {
      expect(findings).toEqual(expect.arrayContaining(['label.otherRow', 'arithmetic.lineProduct']));
      expect(findings).not.toContain('arithmetic.factorsFailed');
    }
  });

  it('a description that differs only in a short word from that of its own row', async () => {
    const services = `Description          Qty     Unit price    Amount
Service A              4          10.00     40.00
Service B              2          30.00     60.00`;
    const [first] = await findingsOf(services, [
      ['Service B', '4', '10.00', '40.00'],
      ['Service B', '2', '30.00', '60.00'],
    ]);
    expect(first).toContain('label.otherRow');
  });
});

it('tells items that share a printed row from an item that is read twice', async () => {
  const shelf = `Description          Amount
Tea 3.10   Milk 1.20
Bread 2.45`;
  const one = (name: string, amount: string): ItemTexts => [name, '', '', amount];
  const shared = await findingsOf(shelf, [one('Tea', '3.10'), one('Milk', '1.20'), one('Bread', '2.45')]);
  expect(shared.flat()).toEqual(['label.sharedRow']);
  expect((await findingsOf(shelf, [one('Bread', '2.45'), one('Bread', '2.45')])).flat()).toContain('label.noRow');
});

it('tells a text of which a part stands in the rows of its item from one of another row', async () => {
  const [found] = await findingsOf(page, [withText(chair, 'Chair with cushions and folding backrest'), table, lamp]);
  expect(found).toContain('label.partlyInRow');
});

it('knows an item that only begins like a sum', async () => {
  const rental = page.replace('Reading lamp           3           5.00', 'Total station rental                 ');
  const found = await findingsOf(rental, [chair, table, ['Total station rental', '', '', '15.00']]);
  expect(found[2]).not.toContain('label.sumRow');
});

const columns = { description: text, quantity: money, unit_price: money, amount: money };

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
