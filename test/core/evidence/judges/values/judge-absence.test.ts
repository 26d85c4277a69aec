import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel, text } from '../../../builders.js';

const nullIn = async (page: string, field: string) => {
  const outcome = await run({
    document: documentOf(page),
    fields: { [field]: text },
    tiers: [scriptedModel('reader', [cell(`$.${field}`, null)])],
  });
  return entryOf(outcome, `$.${field}`);
};

describe('gives a null a low score', () => {
  it('when a heading stands over the name in one of several columns', async () => {
    const page = `From                Bill to               Invoice number   F2024
Acme Ltd            Beta Interiors plc    Invoice date     08/10/2024
Station Parade 56   Station Parade 34     Due date         10/11/2024
Bristol BS1 6XQ     Bristol BS1 6XQ`;
    expect(await nullIn(page, 'buyer_name')).toMatchObject({
      score: 0.4,
      reason: 'Not present: but "Bill to" stands beside "Beta Interiors plc" on page 1',
    });
  });

  it.each([
    'FROM: Company ABC        TO: John Doe\nuser@example.com         john@example.com',
    'BILLED TO       FROM            PURCHASE ORDER\nJohn Doe        Some Company    2',
  ])('when a name follows a heading: %s', async (page) => {
    expect((await nullIn(page, 'buyer_name')).score).toBe(0.4);
  });

  it.each([
    ['Invoice number    Invoice date    Your order\nF20258546         19/02/2025      4555985', 'F20258546'],
    ['Customer number   Invoice number\n53480             F20258546', 'F20258546'],
    ['Kind of invoice to a customer of ours   Invoice no   F20258546', 'F20258546'],
    ['Receipt 1828964      22 October 2025', '1828964'],
    ['Quittung INV-7719-A      11.09.2025', 'INV-7719-A'],
  ])('when the document number is printed: %s', async (page, number) => {
    const { score, reason } = await nullIn(page, 'invoice_number');
    expect({ score, named: reason.includes(`"${number}"`) }).toEqual({ score: 0.4, named: true });
  });
});

describe('accepts a null', () => {
  it.each([
    ['when a title stands before a date', 'Invoice 22/10/2025'],
    ['when no number stands under the label', 'Invoice number    Customer\n                  Beta'],
    ['when no label is printed', 'Thank you for your order'],
  ])('%s', async (_, page) => {
    expect((await nullIn(page, 'invoice_number')).score).toBe(0.9);
  });

  it('when a word such as To stands over no name', async () => {
    expect((await nullIn('To          Net     Tax     Total     Unit\nthe left    10.00   2.00    12.00     kg', 'buyer_name')).score).toBe(
      0.9,
    );
  });
});

describe('an array without rows', () => {
  const lines = { type: 'array', items: { type: 'object', properties: { description: text, amount: money } } };
  const receipt = `CORNER SHOP
Coffee                      7.00
Cake                        4.20
TOTAL                      11.20
Cash                       20.00`;

  const emptyIn = async (page: string) =>
    entryOf(await run({ document: documentOf(page), fields: { lines }, tiers: [scriptedModel('reader', [])] }), '$.lines');

  it('gets a low score when rows come to a printed sum', async () => {
    expect(await emptyIn(receipt)).toMatchObject({
      score: 0.4,
      reason: 'Not present: but 2 rows from "Coffee 7.00" on page 1 come to 11.2',
    });
  });

  it('is accepted when no rows come to a sum', async () => {
    expect((await emptyIn(receipt.replace('4.20', '4.30'))).score).toBe(0.9);
  });
});
