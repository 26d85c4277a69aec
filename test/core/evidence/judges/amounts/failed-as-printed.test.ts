import { describe, expect, it } from 'vitest';
import { cell, documentOf, metaOf, money, run, scriptedModel } from '../../../builders.js';

const page = `Subtotal      100.00
VAT            19.00
Total         129.00`;
const sums = { subtotal: 'Subtotal 100.00', tax: 'VAT 19.00', total: 'Total 129.00' };

/** The names of what was found about each sum; the witness reads the same, but for what it reads otherwise. */
const foundOn = async (text: string, read: Readonly<Record<string, string>> = sums, otherwise: Readonly<Record<string, string>> = {}) => {
  const cells = (quotes: Readonly<Record<string, string>>) =>
    Object.entries(quotes).map(([name, quote]) => cell(`$.${name}`, quote.split(' ').at(-1) ?? '', { quote }));
  const outcome = await run({
    document: documentOf(text),
    fields: { subtotal: money, tax: money, total: money },
    tiers: [scriptedModel('reader', cells(read))],
    witnesses: [scriptedModel('witness', cells({ ...sums, ...otherwise }))],
    verify: true,
  });
  const found = outcome.draft?.fields.map(({ caps }) => caps.map(({ name }) => name).filter((name) => name.startsWith('arithmetic.')));
  return { found: found?.flat() ?? [], meta: metaOf(outcome) };
};

describe('a sum that the page itself gets wrong', () => {
  it('says little against amounts that stand under their own labels and that two readers read alike', async () => {
    const { found } = await foundOn(page);
    expect(found).toEqual(Array(3).fill('arithmetic.failedAsPrinted'));
  });

  it('still makes the document doubtful', async () => {
    const { meta } = await foundOn(page);
    expect(meta.confidence_score).toBeLessThan(0.85);
    expect(meta.issues.join()).toContain('the document itself may not add up');
  });

  it('stays a veto for an amount that another reader reads otherwise', async () => {
    const { found } = await foundOn(page, sums, { total: 'VAT 19.00' });
    expect(found).toEqual(['arithmetic.failedAsPrinted', 'arithmetic.failedAsPrinted', 'arithmetic.failed']);
  });

  it('stays a veto for an amount in whose place another printed one would make the sum hold', async () => {
    const { found } = await foundOn(`${page}\nReference   119.00`);
    expect(found).toEqual(['arithmetic.failedAsPrinted', 'arithmetic.failedAsPrinted', 'arithmetic.failed']);
  });

  it('stays a veto for an amount whose label names another field as well, such as what a deposit leaves', async () => {
    const due = { subtotal: 'Subtotal 100.00', tax: 'VAT 19.00', total: 'Total due 69.00' };
    const { found } = await foundOn('Subtotal      100.00\nVAT            19.00\nDeposit        50.00\nTotal due      69.00', due, due);
    expect(found.at(-1)).toBe('arithmetic.failed');
  });

  it('stays a veto for what is carried to the next page', async () => {
    const carried = { ...sums, subtotal: 'Subtotal carried forward 100.00' };
    const { found } = await foundOn(page.replace('Subtotal      100.00', 'Subtotal carried forward      100.00'), carried, carried);
    expect(found[0]).toBe('arithmetic.failed');
  });
});
