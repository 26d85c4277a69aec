import { describe, expect, it } from 'vitest';
import { findingsOf, type ItemTexts } from './read-items.js';

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
