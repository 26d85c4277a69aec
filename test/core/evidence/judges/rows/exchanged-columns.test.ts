import { describe, expect, it } from 'vitest';
import { documentOf, money, run, text } from '../../../builders.js';

type Row = Readonly<Record<string, string | number>>;

/** The fields that are held because their columns are exchanged, where a person gives the rows without quotes. */
async function exchangedIn(page: string, rows: readonly Row[]): Promise<readonly string[]> {
  const properties = Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, value]) => [name, typeof value === 'number' ? money : text]),
  );
  const { draft } = await run({
    document: documentOf(page),
    fields: { rows: { type: 'array', items: { type: 'object', properties } } },
    given: { data: { rows } },
  });
  const conflicts = (draft?.fields ?? []).filter(({ caps }) =>
    caps.some(({ reason }) => reason.startsWith('Column conflict: printed under')),
  );
  return [...new Set(conflicts.map(({ path }) => path.replace(/^.*\./, '')))];
}

const exchange = (rows: readonly Row[], one: string, other: string): readonly Row[] =>
  rows.map((row) => ({ ...row, [one]: row[other] ?? '', [other]: row[one] ?? '' }));

const readings = `Meter        Previous    Present     Used
A-1001         1204.00    1310.00    106.00
A-1002         2230.00    2291.00     61.00
A-1003          871.00    1002.00    131.00`;
const meters = [
  { meter: 'A-1001', previous_reading: 1204, current_reading: 1310, used: 106 },
  { meter: 'A-1002', previous_reading: 2230, current_reading: 2291, used: 61 },
  { meter: 'A-1003', previous_reading: 871, current_reading: 1002, used: 131 },
];

const stock = `Ref        Opening stock    Closing stock
K-100                 12                9
K-200                 40               31
K-300                  7               15`;
const stocks = [
  { ref: 'K-100', opening_stock: 12, closing_stock: 9 },
  { ref: 'K-200', opening_stock: 40, closing_stock: 31 },
  { ref: 'K-300', opening_stock: 7, closing_stock: 15 },
];

const prices = `Article        Price     Net price
Chair          12.00        10.00
Table          48.00        40.00`;
const articles = [
  { article: 'Chair', net_price: 10, price: 12 },
  { article: 'Table', net_price: 40, price: 48 },
];

describe('whole columns that are exchanged are held', () => {
  it('where the headers name the fields the other way round', async () => {
    expect(await exchangedIn(readings, exchange(meters, 'previous_reading', 'current_reading'))).toEqual([
      'previous_reading',
      'current_reading',
    ]);
  });

  it('where the words of the headers stand beside the numbers, not only over them', async () => {
    expect(await exchangedIn(stock, exchange(stocks, 'opening_stock', 'closing_stock'))).toEqual(['opening_stock', 'closing_stock']);
  });

  it('where one header names both fields and the other one just one', async () => {
    expect(await exchangedIn(prices, exchange(articles, 'price', 'net_price'))).toEqual(['net_price', 'price']);
  });
});

describe('columns have no conflict', () => {
  it('where each stands under its own header', async () => {
    expect(await exchangedIn(readings, meters)).toEqual([]);
    expect(await exchangedIn(stock, stocks)).toEqual([]);
    expect(await exchangedIn(prices, articles)).toEqual([]);
  });

  it('where no header is known, or the words above are those of a sentence', async () => {
    const swapped = exchange(meters, 'previous_reading', 'current_reading');
    expect(await exchangedIn(readings.replace('Previous', 'Xyzzy   ').replace('Present', 'Plugh  '), swapped)).toEqual([]);
    expect(await exchangedIn(readings.replace(/^.*\n/, 'The present statement and the previous ones of 2025\n'), swapped)).toEqual([]);
  });
});
