import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../core/index.js';
import { cell, documentOf, entryOf, money, run, scriptedModel, text } from '../../builders.js';
import { accepted, held } from '../verdicts.js';

describe('taxes', () => {
  const page = `
Subtotal                          535.00
VAT 7 % on 405.00                  28.35
VAT 19 % on 130.00                 24.70
Total                             588.05`;

  const number = { type: 'number' };
  const taxes = { type: 'array', items: { type: 'object', properties: { rate: number, base: number, amount: number } } };
  const seven = 'VAT 7 % on 405.00 28.35';
  const nineteen = 'VAT 19 % on 130.00 24.70';

  const row = (at: number, quote: string, parts: Readonly<Record<string, string>>): readonly Cell[] =>
    Object.entries(parts).map(([name, value]) => cell(`$.taxes[${at}].${name}`, value, { quote }));

  async function read(...cells: readonly Cell[]) {
    const outcome = await run({ document: documentOf(page), fields: { taxes }, tiers: [scriptedModel('reader', cells)] });
    const { field_confidence: fields, issues } = (
      outcome.object as unknown as { _meta: { field_confidence: { score: number }[]; issues: string[] } }
    )._meta;
    return { sure: fields.every(({ score }) => score >= 0.85), issues: issues.join('\n') };
  }

  describe('a row of taxes', () => {
    it('is accepted when the page prints it', async () => {
      const whole = await read(
        ...row(0, seven, { rate: '7 %', base: '405.00', amount: '28.35' }),
        ...row(1, nineteen, { rate: '19 %', base: '130.00', amount: '24.70' }),
      );
      expect(whole).toEqual({ sure: true, issues: '' });
    });

    it('is doubted when the page prints a rate that no row has', async () => {
      const half = await read(...row(0, seven, { rate: '7 %', base: '405.00', amount: '28.35' }));
      expect(half.sure).toBe(false);
      expect(half.issues).toContain('Row missing: 19 % on page 1 is a rate of tax and no row has it');
    });

    it('is doubted when rate times base is not the tax', async () => {
      const wrong = await read(
        ...row(0, seven, { rate: '7 %', base: '405.00', amount: '24.70' }),
        ...row(1, nineteen, { rate: '19 %', base: '130.00', amount: '28.35' }),
      );
      expect(wrong.sure).toBe(false);
    });

    it('is missing when none was read and the page prints a tax', async () => {
      const none = await read();
      expect(none.sure).toBe(false);
      expect(none.issues).toContain('Not present: but 7 % on page 1 is a rate of tax');
    });
  });
});

describe('tax rates', () => {
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
});

describe('line products', () => {
  const properties = { description: text, quantity: money, price: money, amount: money };

  /** The entry of the price of the only item on a page. */
  async function priceOf(page: string, read: Readonly<Record<string, string>>) {
    const quote = page.split('\n').at(-1) ?? '';
    const outcome = await run({
      document: documentOf(page),
      fields: { lines: { type: 'array', items: { type: 'object', properties } } },
      tiers: [
        scriptedModel(
          'reader',
          Object.entries(read).map(([name, value]) => cell(`$.lines[0].${name}`, value, { quote })),
        ),
      ],
    });
    return entryOf(outcome, '$.lines[0].price');
  }

  it('doubts a price that equals the amount, even if a price for ten of ten pieces would fit', async () => {
    const page = `Description     Qty     Price     Amount
Chair            10     44.95     449.50`;
    const { reason } = await priceOf(page, { description: 'Chair', quantity: '10', price: '449.50', amount: '449.50' });
    expect(reason).toBe('Column conflict: another number stands in the column of the unit price');
  });

  it('reads a bare number under a header with a percent sign as a discount rate', async () => {
    const page = (header: string) => `Description     Qty     Price   ${header}      Amount
Chair             8    113.45        12.5     794.15`;
    const read = { description: 'Chair', quantity: '8', price: '113.45', amount: '794.15' };
    expect((await priceOf(page('Discount%'), read)).score).toBeGreaterThanOrEqual(0.85);
    expect((await priceOf(page('Discount '), read)).reason).toContain('8 × 113.45 is not 794.15');
  });

  it('takes an amount that its row leads to in two steps, less a discount and with the tax of what that leaves', async () => {
    const page = (tax: string) => `Description    Price          Qty     Net            Total
Crunch        189.52   9.48     1     180.04   ${tax}   189.05`;
    const read = { description: 'Crunch', quantity: '1', price: '189.52', amount: '189.05' };
    expect((await priceOf(page('9.01'), read)).score).toBeGreaterThanOrEqual(0.85);
    expect((await priceOf(page('8.01'), read)).reason).toContain('1 × 189.52 is not 189.05');
  });
});

describe('amount columns', () => {
  const lines = { type: 'array', items: { type: 'object', properties: { description: text, amount: money } } };
  const head = 'Description        Rate      Amount       IGST       Total\nVirtual          1000.00     1000.00     180.00     1180.00';

  async function amountOf(page: string, subtotalQuote: string) {
    const quote = 'Virtual 1000.00 1000.00 180.00 1180.00';
    const rows = [cell('$.lines[0].description', 'Virtual', { quote }), cell('$.lines[0].amount', '1000.00', { quote })];
    const subtotal = cell('$.subtotal', '1000.00', { quote: subtotalQuote });
    const outcome = await run({
      document: documentOf(page),
      fields: { subtotal: money, lines },
      tiers: [scriptedModel('reader', [subtotal, ...rows])],
    });
    return entryOf(outcome, '$.lines[0].amount');
  }

  it('doubts an amount beside another one under a second amount header, because a sum of one row proves nothing', async () => {
    expect(await amountOf(head, '1000.00')).toMatchObject({
      score: held,
      reason: 'Multiple values found: 1000 under "Amount" and 1180.00 under "Total"',
    });
  });

  it('does not doubt the amount that a separate subtotal proves', async () => {
    const page = `${head}\n\n                   Subtotal  1000.00`;
    expect((await amountOf(page, 'Subtotal 1000.00')).score).toEqual(accepted);
  });
});
