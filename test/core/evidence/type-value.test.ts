import { expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel, text } from '../builders.js';

const readTotal = async (printed: string) => {
  const document = documentOf(`Faktura 17\nMoms 25 % ${printed}\nSumma ${printed}`);
  return run({ document, fields: { total: money }, tiers: [scriptedModel('reader', [cell('$.total', printed)])] });
};

it.each([
  ['(på 34 320,00)', 34_320],
  ['(incl. 1.234,50)', 1_234.5],
  ['(5,00)', -5],
])('reads the number that ends a remark in brackets: %s is %s', async (printed, value) => {
  const { object } = await readTotal(printed);
  expect(object?.['total']).toBe(value);
});

it('takes the mark of an amount in yen for one that groups, and says nothing of two meanings', async () => {
  const document = documentOf('請求書 17\nTotal ¥132,000');
  const outcome = await run({ document, fields: { total: money }, tiers: [scriptedModel('reader', [cell('$.total', '¥132,000')])] });
  expect(outcome.object?.['total']).toBe(132_000);
  expect(entryOf(outcome, '$.total').reason).not.toContain('ambiguous');
});

it('leaves the mark that parts a number from what follows it in the line', async () => {
  const document = documentOf('Invoice no. INV-2093 · 4 March 2026');
  const model = scriptedModel('reader', [cell('$.invoice_number', 'INV-2093 ·')]);
  const outcome = await run({ document, fields: { invoice_number: text }, tiers: [model] });
  expect(outcome.object?.['invoice_number']).toBe('INV-2093');
  expect(entryOf(outcome, '$.invoice_number').score).toBeGreaterThanOrEqual(0.85);
});
