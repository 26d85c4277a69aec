import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../../core/index.js';
import { cell, documentOf, run, scriptedModel } from '../../../builders.js';

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
