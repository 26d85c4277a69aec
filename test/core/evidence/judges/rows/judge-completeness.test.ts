import { describe, expect, it } from 'vitest';
import { isVeto } from '../../../../../core/evidence/scoring/caps.js';
import { cell, documentOf, entryOf, money, run, scriptedModel, text } from '../../../builders.js';
import { accepted, held } from '../../verdicts.js';
import { findingsOf, type ItemTexts } from './read-items.js';

const page = `Description     Qty     Price    Amount
Chair             4     10.00     40.00
Table             2     30.00     60.00
Lamp              3      5.00     15.00
Total                            115.00`;
const columns = { description: text, quantity: money, price: money, amount: money };
const printed: Readonly<Record<string, readonly string[]>> = {
  Chair: ['Chair', '4', '10.00', '40.00'],
  Table: ['Table', '2', '30.00', '60.00'],
  Lamp: ['Lamp', '3', '5.00', '15.00'],
};

/** What is said of each item when only these items and columns are read. */
async function entriesOf(
  items: readonly string[],
  asked: readonly (keyof typeof columns)[] = ['description', 'quantity', 'price', 'amount'],
) {
  const cells = items.flatMap((name, row) =>
    asked.map((column) =>
      cell(`$.lines[${row}].${column}`, printed[name]?.[Object.keys(columns).indexOf(column)] ?? '', {
        quote: page.split('\n').find((line) => line.startsWith(name)) ?? '',
      }),
    ),
  );
  const properties = Object.fromEntries(asked.map((column) => [column, columns[column]]));
  const outcome = await run({
    document: documentOf(page),
    fields: { lines: { type: 'array', items: { type: 'object', properties } } },
    tiers: [scriptedModel('reader', cells)],
  });
  return items.map((_, row) => entryOf(outcome, `$.lines[${row}].description`));
}

/** The reason why an item is doubted. */
const doubt = async (...read: Parameters<typeof entriesOf>) => (await entriesOf(...read)).find(({ score }) => score < 0.85)?.reason;

describe('a row of the table that no item has', () => {
  it.each([
    ['in the middle', ['Chair', 'Lamp'], '60.00'],
    ['at the end', ['Chair', 'Table'], '15.00'],
    ['at the beginning', ['Table', 'Lamp'], '40.00'],
    ['beside a single item', ['Table'], '40.00'],
  ])('is reported %s', async (_, items, missing) => {
    expect(await doubt(items)).toBe(`Row missing: ${missing} on page 1 stands in the table and no item has it`);
  });

  it('hardly weakens the items away from it', async () => {
    const [away, beside] = await entriesOf(['Chair', 'Table']);
    const [complete] = await entriesOf(['Chair', 'Table', 'Lamp']);
    expect([away?.score, beside?.score]).toEqual([accepted, held]);
    expect(away?.score).toBeLessThan(complete?.score ?? 0);
  });

  it('is found by the prices if no amounts are asked for, else by the quantities', async () => {
    expect(await doubt(['Chair', 'Lamp'], ['description', 'quantity', 'price'])).toContain('Row missing: 30.00');
    expect(await doubt(['Chair', 'Lamp'], ['description', 'quantity'])).toContain('Row missing: 2');
  });

  it('is not reported when all rows were read: the total below is not a row', async () => {
    for (const asked of [undefined, ['description', 'quantity', 'price'], ['description', 'quantity']] as const) {
      expect(await doubt(['Chair', 'Table', 'Lamp'], asked)).toBeUndefined();
    }
  });
});

it('reports a missing receipt row when the other rows need it to come to a sum', async () => {
  const receipt = `3 x 18.29 Waste removal       54.87
2 x 14.51 Bookshelf           29.02
Total                         83.89`;
  const properties = { description: text, amount: money };
  const cells = (names: readonly (readonly [string, string])[]) =>
    names.flatMap(([name, amount], row) => [cell(`$.lines[${row}].description`, name), cell(`$.lines[${row}].amount`, amount)]);
  const reasonOf = async (...names: readonly (readonly [string, string])[]) => {
    const fields = { lines: { type: 'array', items: { type: 'object', properties } } };
    const outcome = await run({ document: documentOf(receipt), fields, tiers: [scriptedModel('reader', cells(names))] });
    return entryOf(outcome, '$.lines[0].amount').reason;
  };
  expect(await reasonOf(['Bookshelf', '29.02'])).toContain('54.87 on page 1 belongs to a sum of the page');
  expect(await reasonOf(['Waste removal', '54.87'], ['Bookshelf', '29.02'])).not.toContain('Row missing');
});

const header = 'Description          Qty     Unit price    Amount';
const pageOf = (...lines: readonly string[]): string => [header, ...lines].join('\n');
const shoes: ItemTexts = ['Shoes', '2', '100.00', '200.00'];
const shirts: ItemTexts = ['Shirts', '1', '200.00', '200.00'];
const shoesRow = 'Shoes                  2         100.00    200.00';
const shirtsRow = 'Shirts                 1         200.00    200.00';

describe('a dropped row is found', () => {
  it('when its amount is the sum of the rows that were read', async () => {
    expect(await findingsOf(pageOf(shoesRow, shirtsRow, 'Subtotal                                   400.00'), [shirts])).toEqual([
      expect.arrayContaining(['arithmetic.rows']),
    ]);
  });

  it('when the row above it prints an equal amount', async () => {
    const belt: ItemTexts = ['Belt', '1', '30.00', '30.00'];
    const found = await findingsOf(pageOf(shoesRow, shirtsRow, 'Belt                   1          30.00     30.00'), [shoes, belt]);
    expect(found[0]).toContain('arithmetic.rows');
  });

  it('when a rate of tax stands in it', async () => {
    const rows = pageOf(shoesRow, 'Shirts    VAT          1         200.00    200.00');
    expect((await findingsOf(rows, [shoes]))[0]).toContain('arithmetic.rows');
  });

  it('when it adds nothing to a sum that holds', async () => {
    const rows = pageOf(
      shoesRow,
      shirtsRow,
      'Free gift              1           0.00      0.00',
      'Subtotal                                   400.00',
    );
    expect((await findingsOf(rows, [shoes, shirts]))[1]).toContain('arithmetic.rows');
  });
});

describe('no row is missing', () => {
  it('when the items come to a sum of the page without a note that prints an amount in their column', async () => {
    const rows = pageOf(
      shoesRow,
      '  incl. copying levy                          4.24',
      shirtsRow,
      'Subtotal                                   400.00',
    );
    expect((await findingsOf(rows, [shoes, shirts])).flat()).toEqual([]);
  });
});

it('is less sure of a row that has less than the rows of all items', async () => {
  const [first, last] = await findingsOf(pageOf(shoesRow, shirtsRow, 'Packing                                      9.00'), [shoes, shirts]);
  expect(first).toEqual([]);
  expect(last).toEqual(['arithmetic.rowsPerhaps']);
});

it('doubts the items beside the gap more than the others', async () => {
  const names = ['Anvil', 'Bucket', 'Crate', 'Drill', 'Easel', 'Funnel'];
  const items = names.map((name, at): ItemTexts => [name, '1', `${at + 1}1.00`, `${at + 1}1.00`]);
  const rows = items.map(([name, quantity, price, amount]) => `${name.padEnd(23)}${quantity}${price.padStart(15)}${amount.padStart(10)}`);
  const found = await findingsOf(
    pageOf(...rows),
    items.filter(([name]) => name !== 'Crate'),
  );
  expect(found).toEqual([
    ['arithmetic.rowsElsewhere'],
    ['arithmetic.rows'],
    ['arithmetic.rows'],
    ['arithmetic.rowsElsewhere'],
    ['arithmetic.rowsElsewhere'],
  ]);
});

it('a row that is missing is seen by a column of amounts of the caller’s own', async () => {
  const names = ['Chair', 'Table'];
  const cells = names.flatMap((name, row) => [
    cell(`$.goods[${row}].what`, name, { quote: null }),
    cell(`$.goods[${row}].worth`, printed[name]?.[3] ?? '', { quote: null }),
  ]);
  const outcome = await run({
    document: documentOf(page),
    fields: { goods: { type: 'array', items: { type: 'object', properties: { what: text, worth: money } } } },
    tiers: [scriptedModel('reader', cells)],
  });
  const { reason, score } = entryOf(outcome, '$.goods[1].worth');
  expect([reason, score < 0.6]).toEqual(['Row missing: 15.00 on page 1 stands in the table and no item has it', true]);
});

it('a row beside one that is missing is not accepted, however good its reader is', () => {
  expect(isVeto('arithmetic.rows')).toBe(true);
});
