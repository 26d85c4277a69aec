import { expect, it } from 'vitest';
import { documentOf, money, run, text } from '../../../builders.js';

const statement = `Code       Description                    Paid out
WX-100     Card payment Garden Centre        64.20
WX-120     Direct debit Severn Water         41.17
WX-140     Salary Thornbury                 180.00`;
const rows = [
  { code: 'WX-100', details: 'Card payment Garden Centre', paid: 64.2 },
  { code: 'WX-120', details: 'Direct debit Severn Water', paid: 41.17 },
  { code: 'WX-140', details: 'Salary Thornbury', paid: 180 },
];

/** What is said against the details of the first row. */
async function saidOf(details: string): Promise<readonly string[]> {
  const properties = { code: text, details: text, paid: money };
  const { draft } = await run({
    document: documentOf(statement),
    fields: { rows: { type: 'array', items: { type: 'object', properties } } },
    given: { data: { rows: rows.map((row, at) => (at === 0 ? { ...row, details } : row)) } },
  });
  const caps = draft?.fields.find(({ path }) => path === '$.rows[0].details')?.caps ?? [];
  return caps.map(({ reason }) => reason).filter((reason) => reason.startsWith('Row conflict: it takes in'));
}

it('a text that takes in that of the next row, or another column of its own, is held', async () => {
  const why = (other: string) => [`Row conflict: it takes in "${other}", which is another value`];
  expect(await saidOf('Card payment Garden Centre Direct debit Severn Water')).toEqual(why('Direct debit Severn Water'));
  expect(await saidOf('WX-100 Card payment Garden Centre')).toEqual(why('WX-100'));
});

it('one that is whole is not', async () => {
  expect(await saidOf('Card payment Garden Centre')).toEqual([]);
});
