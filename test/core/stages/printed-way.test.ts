import { describe, expect, it } from 'vitest';
import { cell, documentOf, metaOf, money, run, scriptedModel, text } from '../builders.js';

const fields = {
  subtotal: money,
  tax: money,
  total: money,
  lines: { type: 'array', items: { type: 'object', properties: { description: text, amount: money } } },
};
const items = `Description            Amount
Chair                  300.00
Table                  157.20`;

const verify = async (page: string, sums: Readonly<Record<string, string>>, lines = ['Chair', 'Table']) => {
  const rowWith = (value: string) => page.split('\n').find((row) => row.includes(value)) ?? value;
  const cells = [
    ...Object.entries(sums).map(([name, value]) => cell(`$.${name}`, value, { quote: rowWith(value) })),
    ...lines.flatMap((name, row) => [
      cell(`$.lines[${row}].description`, name, { quote: rowWith(name) }),
      cell(`$.lines[${row}].amount`, rowWith(name).split(/\s+/)[1] ?? '', { quote: rowWith(name) }),
    ]),
  ];
  const outcome = await run({ document: documentOf(page), fields, tiers: [scriptedModel('reader', cells)], verify: true });
  return { checks: outcome.verification?.checks.map(({ type, status }) => `${type} ${status}`), issues: metaOf(outcome).issues };
};

describe('a way from one sum to the next that the page prints', () => {
  it('proves the subtotal by the adjustments in its row', async () => {
    const page = `${items}
Value        Discount      Freight       Taxable
457.20       -11.21        3.00         448.99`;
    const { checks, issues } = await verify(page, { subtotal: '448.99' });
    expect(checks).toContain('VERTICAL_SUM PASSED');
    expect(issues.join()).toContain('VERTICAL_SUM: subtotal = sum of lines with');
    expect(issues.join()).toContain('-11.21');
  });

  it('proves the total with what stands in the column between', async () => {
    const page = `${items}
Subtotal               457.20
Member discount        -84.00
Sales tax               66.23
Bonus discount         -25.00
Total                  414.43`;
    expect((await verify(page, { subtotal: '457.20', tax: '66.23', total: '414.43' })).checks).toEqual([
      'HORIZONTAL_SUM PASSED',
      'VERTICAL_SUM PASSED',
    ]);
  });

  it('proves the total with one amount more whose words nobody knows, and names it', async () => {
    const page = (step: string) => `${items}
Subtotal               457.20
${step}
VAT                     42.80
Total                  545.00`;
    const sums = { subtotal: '457.20', tax: '42.80', total: '545.00' };
    const { checks, issues } = await verify(page('Courier                 45.00'), sums);
    expect(checks).toContain('HORIZONTAL_SUM PASSED');
    expect(issues.join()).toContain('HORIZONTAL_SUM: total = subtotal + tax with Courier 45');
    expect((await verify(page('                        45.00'), sums)).checks).toContain('HORIZONTAL_SUM FAILED');
    expect((await verify(page('Courier                 22.50\nStorage                 22.50'), sums)).checks).toContain(
      'HORIZONTAL_SUM FAILED',
    );
  });

  it('does not take the rows of items that nobody asked for as such amounts', async () => {
    const page = `${items}
Subtotal               457.20
VAT                     42.80
Total                  500.00`;
    const cells = ['subtotal 300.00', 'tax 42.80', 'total 500.00'].map((one) => one.split(' ') as [string, string]);
    const outcome = await run({
      document: documentOf(page),
      fields: { subtotal: money, tax: money, total: money },
      tiers: [
        scriptedModel(
          'reader',
          cells.map(([name, value]) => cell(`$.${name}`, value, { quote: value })),
        ),
      ],
      verify: true,
    });
    expect(outcome.verification?.checks.map(({ type, status }) => `${type} ${status}`)).not.toContain('HORIZONTAL_SUM PASSED');
  });

  it('goes along the ends of the rows of a receipt, whose amounts stand in no column', async () => {
    const page = `${items}
SUBTOTAL 457.20
Member Discount (15%) -84.00
Sales Tax 66.23
Rewards Applied -25.00
TOTAL 414.43`;
    expect((await verify(page, { subtotal: '457.20', tax: '66.23', total: '414.43' })).checks).toContain('HORIZONTAL_SUM PASSED');
  });

  it('does not prove one of two taxes', async () => {
    const page = `${items}
Subtotal               457.20
VAT 7 %                 10.00
VAT 19 %                20.00
Total                  487.20`;
    expect((await verify(page, { subtotal: '457.20', tax: '20.00', total: '487.20' })).checks).toContain('HORIZONTAL_SUM FAILED');
  });

  it('does not lead over the row of an item that was not read', async () => {
    const page = `${items}\nSubtotal               457.20`;
    expect((await verify(page, { subtotal: '457.20' }, ['Chair'])).checks).toContain('VERTICAL_SUM FAILED');
  });

  it('does not lead over rows without a label, on this page or the next', async () => {
    const page = `${items}
Carried forward        457.20
Lamp                   100.00
Shelf                   42.80
Subtotal               600.00`;
    expect((await verify(page, { subtotal: '600.00' })).checks).toContain('VERTICAL_SUM FAILED');
  });

  it('leads over the sums on the way, and over the rounding for payment in cash', async () => {
    const page = (rounding: string, total: string) => `${items}
Subtotal               457.20
Surcharge                4.13
Tax                     27.43
Total incl. tax        488.76
${rounding}
Total                  ${total}`;
    const check = async (rounding: string, total: string) =>
      (await verify(page(rounding, total), { subtotal: '457.20', tax: '27.43', total })).checks?.[0];
    expect(await check('Rounding adj            -0.01', '488.75')).toBe('HORIZONTAL_SUM PASSED');
    expect(await check('Rqundlng                 0.04', '488.80')).toBe('HORIZONTAL_SUM PASSED');
  });

  it('takes a small amount without a label for a rounding only where it rounds', async () => {
    const page = `${items}
Subtotal               457.20
Tax                     27.43
Bg                       0.04
Total                  484.67`;
    expect((await verify(page, { subtotal: '457.20', tax: '27.43', total: '484.67' })).checks).toContain('HORIZONTAL_SUM FAILED');
  });

  it('does not lead over a payment to another amount', async () => {
    const page = `${items}
Subtotal               457.20
VAT                     42.80
Deposit paid           -50.00
Amount due             450.00`;
    expect((await verify(page, { subtotal: '457.20', tax: '42.80', total: '450.00' })).checks).toContain('HORIZONTAL_SUM FAILED');
  });

  it('does not lead over another net amount', async () => {
    const page = `${items}
Net amount 19 %        457.20
VAT 19 %                86.87
Net amount 7 %         100.00
VAT 7 %                  7.00
Total                  651.07`;
    expect((await verify(page, { subtotal: '457.20', tax: '93.87', total: '651.07' })).checks).not.toContain('HORIZONTAL_SUM PASSED');
  });
});
