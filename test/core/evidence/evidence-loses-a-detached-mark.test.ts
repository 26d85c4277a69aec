import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel } from '../builders.js';

const asked = async (printed: string, path: string, value: string, quote: string) =>
  entryOf(
    await run({
      document: documentOf(`Invoice 77\n${printed}\nThank you`),
      tiers: [scriptedModel('reader', [cell(path, value, { quote })])],
      fields: { total: money, discount: money, currency: { type: 'string' } },
    }),
    path,
  ).text;

describe('the text of the evidence', () => {
  it.each([
    ['a minus behind', 'Discount 5.00 -', '5.00 -', '$.discount', 'Discount 5.00 -'],
    ['a currency sign behind', 'Total 55466.67 €', '55466.67 €', '$.total', 'Total 55466.67 €'],
    ['a minus before, of a quote without label', 'Discount - 5.00', '- 5.00', '$.discount', '- 5.00'],
    ['two marks, printed apart', '( 5.00 ) € Discount', '( 5.00 )', '$.discount', '( 5.00 ) € Discount'],
  ])('keeps %s', async (_, printed, value, path, quote) => {
    expect(await asked(printed, path, value, quote)).toBe(quote);
  });

  it('keeps a sign that the quote writes without a space', async () => {
    expect(await asked('Total 12.00 €', '$.total', '12.00€', 'Total 12.00€')).toBe('Total 12.00 €');
  });

  it('is the proof of a currency', async () => {
    expect(await asked('Total 12.00 €', '$.currency', '€', 'Total 12.00 €')).toBe('Total 12.00 €');
  });

  it('takes no mark that the quote does not have', async () => {
    expect(await asked('Total 12.00 - € 13.00', '$.total', '12.00', 'Total 12.00')).toBe('Total 12.00');
  });
});
