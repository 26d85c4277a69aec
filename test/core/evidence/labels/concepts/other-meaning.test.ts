import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, money, run, scriptedModel, text } from '../../../builders.js';

const date = { type: 'string', format: 'date' };
const page = `Total due            119.70
Change                30.30
VAT included          10.88
Payable by        8 April 2026
Customer no.          C-3308
Amount                 9.00
Prepayments           50.00`;

const reasonOf = async (name: string, type: unknown, value: string) => {
  const quote = page.split('\n').find((line) => line.includes(value)) ?? '';
  const tiers = [scriptedModel('reader', [cell(`$.${name}`, value, { quote: quote.replace(/\s+/g, ' ') })])];
  return entryOf(await run({ document: documentOf(page), fields: { [name]: type }, tiers }), `$.${name}`).reason;
};

describe('a value beside a label of something else is doubtful, for a field that no concept names', () => {
  it.each([
    ['change', money, '119.70', 'Total due'],
    ['date_of_birth', date, '8 April 2026', 'Payable by'],
    ['room', text, 'C-3308', 'Customer no'],
  ])('%s', async (name, type, value, label) => {
    expect(await reasonOf(name, type, value)).toBe(`Label conflict: printed beside "${label}"`);
  });
});

describe('but not where its name may mean that, or the label anything', () => {
  it.each([
    ['stay_total', money, '119.70'],
    ['donation', money, '9.00'],
    ['monthly_prepayments', money, '50.00'],
    ['debit_date', date, '8 April 2026'],
    ['member_number', text, 'C-3308'],
  ])('%s', async (name, type, value) => {
    expect(await reasonOf(name, type, value)).not.toContain('printed beside');
  });
});
