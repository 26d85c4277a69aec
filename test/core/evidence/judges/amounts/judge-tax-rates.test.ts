import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel } from '../../../builders.js';
import { held } from '../../verdicts.js';

const fields = { subtotal: money, tax_rate: money, tax: money, total: money };
const page = `Subtotal        200.00
VAT rate         20 %
VAT              40.00
Total           240.00`;

const scores = async (rate: string, tax: string, text = page) => {
  const quote = (value: string) => text.split('\n').find((row) => row.includes(value)) ?? value;
  const cells = [
    cell('$.subtotal', '200.00', { quote: quote('200.00') }),
    cell('$.tax_rate', rate, { quote: quote(rate) }),
    cell('$.tax', tax, { quote: quote(tax) }),
  ];
  const outcome = await run({ document: documentOf(text), fields, tiers: [scriptedModel('reader', cells)] });
  return { rate: entryOf(outcome, '$.tax_rate'), tax: entryOf(outcome, '$.tax') };
};

describe('checks that a tax is its rate times its base', () => {
  it('accepts the rounding of an invoice', async () => {
    const { rate, tax } = await scores('20 %', '40.00');
    expect([rate.score, tax.score].every((score) => score >= 0.85)).toBe(true);
  });

  it('doubts a rate and a tax that do not match', async () => {
    const { rate, tax } = await scores('19 %', '40.00', page.replace('20 %', '19 %'));
    expect([rate.score, tax.score]).toEqual([held, held]);
    expect(tax.reason).toBe('Check failed: 40 is not 19 % of the net amount');
  });
});

it('doubts the tax and the rate of a row that do not match', async () => {
  const text = `Description  Net     VAT %   VAT
Chair        100.00  20 %    20.00
Table        300.00  10 %    60.00`;
  const columns = { description: { type: 'string' }, amount: money, tax_rate: money, tax_amount: money };
  const rows = [
    ['Chair', '100.00', '20 %', '20.00'],
    ['Table', '300.00', '10 %', '60.00'],
  ].flatMap((values, row) =>
    Object.keys(columns).map((name, column) =>
      cell(`$.lines[${row}].${name}`, values[column] ?? '', { quote: text.split('\n')[row + 1] ?? '' }),
    ),
  );
  const outcome = await run({
    document: documentOf(text),
    fields: { lines: { type: 'array', items: { type: 'object', properties: columns } } },
    tiers: [scriptedModel('reader', rows)],
  });
  expect(entryOf(outcome, '$.lines[1].tax_amount').reason).toBe('Check failed: 60 is not 10 % of the net amount');
  expect(entryOf(outcome, '$.lines[0].tax_amount').score).toBeGreaterThanOrEqual(0.85);
});
