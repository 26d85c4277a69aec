import { describe, expect, it } from 'vitest';
import { documentOf, money, run, text } from '../../../builders.js';

interface Account {
  readonly name: string;
  readonly number: string;
  readonly total: number;
  readonly bookings: readonly { readonly what: string; readonly amount: number }[];
}

const statement = `Anna Lind          Statement of accounts

Everyday account   No. 4471-220
Rent                            650.00
Water works                      48.20
Fitness club                     35.00
Total                           733.20

Saver account      No. 9083-117
Standing order                  200.00
Interest                          3.10
Fitness club                     35.00
Total                           238.10`;

const account = (name: string, number: string, total: number, bookings: Readonly<Record<string, number>>): Account => ({
  name,
  number,
  total,
  bookings: Object.entries(bookings).map(([what, amount]) => ({ what, amount })),
});
const everyday = account('Everyday account', '4471-220', 733.2, { Rent: 650, 'Water works': 48.2, 'Fitness club': 35 });
const saver = account('Saver account', '9083-117', 238.1, { 'Standing order': 200, Interest: 3.1, 'Fitness club': 35 });

const listOf = (properties: object): object => ({ type: 'array', items: { type: 'object', properties } });
const fields = { accounts: listOf({ name: text, number: text, total: money, bookings: listOf({ what: text, amount: money }) }) };

/** The values that are held because of their rows or sections, where a person gives the accounts without quotes. */
async function conflictsIn(accounts: readonly Account[], page = statement): Promise<Readonly<Record<string, string>>> {
  const { draft } = await run({ document: documentOf(page), fields, given: { data: { accounts } as never } });
  const found = (draft?.fields ?? []).flatMap(({ path, caps }) => {
    const conflict = caps.find(({ reason }) => /^Row (?:conflict|missing)/.test(reason));
    return conflict ? [[path, conflict.reason] as const] : [];
  });
  return Object.fromEntries(found);
}

const elsewhere = 'Row conflict: printed under the heading of another section';

describe('sections with rows of their own', () => {
  it('are not held where their values and rows stand between their headings, and are no rows of one table', async () => {
    expect(await conflictsIn([everyday, saver])).toEqual({});
  });

  it('hold a row that stands under the heading of another one', async () => {
    const [first, ...others] = saver.bookings;
    const moved = [
      { ...everyday, bookings: [...everyday.bookings, first as Account['bookings'][number]] },
      { ...saver, bookings: others },
    ];
    expect(await conflictsIn(moved)).toMatchObject({
      '$.accounts[0].bookings[3].what': elsewhere,
      '$.accounts[0].bookings[3].amount': elsewhere,
    });
  });

  it('hold a sum of another one, and keep the right one beside it', async () => {
    expect(await conflictsIn([{ ...everyday, total: 238.1 }, saver])).toEqual({ '$.accounts[0].total': elsewhere });
  });

  it('do not take a row that has their name for their heading, nor leave out those before a heading that is repeated', async () => {
    const named = { ...everyday, name: 'Saver account', bookings: [{ what: 'Saver account', amount: 20 }, ...everyday.bookings] };
    const page = statement.replace('Everyday account', 'Saver account').replace('Rent ', 'Saver account  20.00\nRent ');
    const others = page.replace('Saver account      No. 9083', 'Others No. 9083');
    expect(Object.values(await conflictsIn([named, { ...saver, name: 'Others' }], others))).not.toContain(elsewhere);
    const twice = statement.replace('Fitness club', 'Everyday account, continued\nFitness club');
    expect(await conflictsIn([everyday, saver], twice)).toEqual({});
  });

  it('do not hold what stands below all of them, and leave out one without rows', async () => {
    const summary = `${statement}\n\n\nSummary of the year\nEveryday account                6,200.00\nSaver account                   1,010.00`;
    expect(await conflictsIn([{ ...everyday, total: 6200 }, saver], summary)).toEqual({});
    const empty = { name: 'Youth account', number: '1177-001', total: 0, bookings: [] };
    const page = statement.replace('Saver account ', 'Youth account      No. 1177-001\n\nSaver account ');
    expect(await conflictsIn([{ ...everyday, total: 238.1 }, empty, saver], page)).toMatchObject({ '$.accounts[0].total': elsewhere });
  });

  it('are found in time that grows with their number only', async () => {
    const many = [...Array(600).keys()];
    const page = many.map((at) => `Account ${at}-77   Common\nRent ${at}.50\nFees ${at}.25\nTotal ${at}.75`).join('\n');
    const accounts = many.map((at) => ({
      name: 'Common',
      number: `${at}-77`,
      total: at + 0.75,
      bookings: [
        { what: 'Rent', amount: at + 0.5 },
        { what: 'Fees', amount: at + 0.25 },
      ],
    }));
    const began = performance.now();
    await conflictsIn(accounts, page);
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  it('do not hold what stands over all of them', async () => {
    expect(await conflictsIn([everyday, saver].map((account) => ({ ...account, number: 'Anna Lind' })))).toEqual({});
  });

  it('are judged as rows where the page does not show where they begin', async () => {
    const swapped = [
      { ...everyday, name: 'Saver account', number: '9083-117' },
      { ...saver, name: 'Everyday account', number: '4471-220' },
    ];
    expect(Object.values(await conflictsIn(swapped)).filter((reason) => reason === elsewhere)).toEqual([]);
  });
});
