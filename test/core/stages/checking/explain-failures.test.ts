import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../core/index.js';
import { cell, documentOf, metaOf, money, run, scriptedModel } from '../../builders.js';

const fields = {
  subtotal: money,
  tax: money,
  total: money,
  lines: { type: 'array', items: { type: 'object', properties: { amount: money } } },
};
const page = `Description     Qty      Amount
Widgets           1      600.00
Gadgets           2      459.20
Subtotal               1,059.20
Reference value        1,095.20
VAT                      211.84
Total                  1,271.04`;

const quoted = (path: string, value: string): Cell =>
  cell(path, value, { quote: page.split('\n').find((row) => row.includes(value)) ?? value });
const right = [
  quoted('$.subtotal', '1,059.20'),
  quoted('$.tax', '211.84'),
  quoted('$.total', '1,271.04'),
  quoted('$.lines[0].amount', '600.00'),
  quoted('$.lines[1].amount', '459.20'),
];
const issuesWith = async (text: string, ...wrong: readonly Cell[]): Promise<readonly string[]> => {
  const cells = right.map((given) => wrong.find((other) => other.path === given.path) ?? given);
  return metaOf(await run({ document: documentOf(text), fields, tiers: [scriptedModel('reader', cells)], verify: true })).issues;
};

describe('a failed sum explains itself', () => {
  it('names the one amount on the page that makes every sum hold', async () => {
    expect(await issuesWith(page, quoted('$.subtotal', '1,095.20'))).toContain(
      '$.subtotal: reads 1095.2; 1,059.20 stands on page 1 and would make every check hold',
    );
  });

  it('says it once, however many sums the value stands in', async () => {
    const issues = await issuesWith(page, quoted('$.subtotal', '1,095.20'));
    expect(issues.filter((issue) => issue.includes('would make'))).toHaveLength(1);
  });

  it('names a row whose amount was read in another', async () => {
    expect(await issuesWith(page, quoted('$.lines[0].amount', '459.20'))).toContain(
      '$.lines[0].amount: reads 459.2; 600.00 stands on page 1 and would make every check hold',
    );
  });

  it('says that the document may not add up where no amount on it would help', async () => {
    const wrong = page.replace('1,271.04', '1,300.00');
    const issues = await issuesWith(wrong, cell('$.total', '1,300.00', { quote: 'Total 1,300.00' }));
    expect(issues).toContain('HORIZONTAL_SUM: no single amount on the page would make it hold; the document itself may not add up');
  });

  it('has nothing to say where every sum holds', async () => {
    expect((await issuesWith(page)).filter((issue) => /would make|add up/.test(issue))).toEqual([]);
  });

  it('names it for an amount that is printed nowhere, which nothing can be reckoned with', async () => {
    const mutated = page.replace('Reference value        1,095.20\n', '');
    const issues = await issuesWith(mutated, cell('$.subtotal', '1,095.20', { quote: 'Subtotal 1,095.20' }));
    expect(issues).toContain('$.subtotal: reads 1095.2; 1,059.20 stands on page 1 and would make every check hold');
  });
});
