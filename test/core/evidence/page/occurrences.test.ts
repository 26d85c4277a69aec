import { expect, it } from 'vitest';
import { indexDocument } from '../../../../core/evidence/page/document-index.js';
import { occurrencesOf } from '../../../../core/evidence/page/occurrences.js';
import { typeValue } from '../../../../core/evidence/type-value.js';
import { parseSchema } from '../../../../core/index.js';
import { documentOf } from '../../builders.js';

/** The texts at which a page prints a number that was read for a field. */
function printedFor(name: string, value: string, page: string, isRow = false): readonly string[] {
  const index = indexDocument(documentOf(page));
  const properties = { [name]: { type: 'number' } };
  const asked = isRow ? { rows: { type: 'array', items: { type: 'object', properties } } } : properties;
  const [field] = parseSchema(JSON.stringify({ type: 'object', properties: asked })).fields;
  if (!field) throw new Error('the schema has a field');
  const typed = typeValue(value, field, index);
  if (typed.kind === 'mismatch') throw new Error(typed.reason);
  return occurrencesOf({ field, printed: value, typed }, index).map(({ row, from, to }) =>
    row.words
      .slice(from, to)
      .map(({ text }) => text)
      .join(' '),
  );
}

const payslip = `
Wage tax        512,40-
Pension         236,18-
Canteen          26,10-
Bonus           150,00`;

it('a number of a column that has negative ones only is printed without its sign, too', () => {
  expect(printedFor('amount', '236.18', payslip.replace(/\nBonus.*/, ''))).toEqual(['236,18-']);
  expect(printedFor('amount', '236.18', payslip)).toEqual([]);
});

it.each(['pension_deduction', 'inhouding', 'avdrag', 'rabatt'])('what is subtracted as %s has no other sign', (name) => {
  expect(printedFor(name, '236.18', payslip)).toEqual(['236,18-']);
});

it('a whole number may have zeros before it where nothing else prints it', () => {
  expect(printedFor('previous_reading', '847', 'Old   New\n00812   00847')).toEqual(['00847']);
  expect(printedFor('previous_reading', '847', 'Ref 00847   Reading 847')).toEqual(['847']);
});

it('a whole number may have a number sign, and a length of time be printed by the clock', () => {
  expect(printedFor('statement_no', '43', 'Statement #43')).toEqual(['#43']);
  expect(printedFor('break_minutes', '30', 'Mon   06:00   16:30   0:30')).toEqual(['0:30']);
  expect(printedFor('break_hours', '0.5', 'Mon   06:00   16:30   0:30')).toEqual(['0:30']);
  expect(printedFor('breaks', '30', 'Mon   06:00   16:30   0:30')).toEqual([]);
});

it.each(['Departure 06h52', 'Departure 6 h 52', 'Departure 6:52 am'])('a time of day is printed in the way of its country: %s', (page) => {
  const index = indexDocument(documentOf(page));
  const [field] = parseSchema(JSON.stringify({ type: 'object', properties: { departure: { type: 'string' } } })).fields;
  if (!field) throw new Error('the schema has a field');
  const typed = typeValue('06:52', field, index);
  if (typed.kind === 'mismatch') throw new Error(typed.reason);
  expect(occurrencesOf({ field, printed: '06:52', typed }, index).map(({ from }) => from)).toEqual([1]);
});

const statement = `
Opening balance      6.418,72 CR
Date        Debit       Credit
02.10.      128,40
05.10.                   612,00
07.10.       18,95`;

it('the sign of an account is said by CR, by the column, or by a mark', () => {
  expect(printedFor('opening_balance', '6418.72', statement)).toEqual(['6.418,72 CR']);
  expect(printedFor('opening_balance', '6418.72', statement, true)).toEqual([]);
  expect(printedFor('moved', '-128.40', statement)).toEqual(['128,40']);
  expect(printedFor('moved', '-612.00', statement)).toEqual([]);
  expect(printedFor('moved', '-18.95', 'Boodschappen   18,95 Af')).toEqual(['18,95']);
  expect(printedFor('moved', '-18.95', 'Boodschappen   18,95 Bij')).toEqual([]);
});

const tariff = `
Unit rate          24.67p per kWh
Standing charge    53.08 p/day
Network fee        £0.0312`;

it('a price is printed in pence or in pounds, and a field that names one of them has no other', () => {
  expect(printedFor('unit_rate', '0.2467', tariff)).toEqual(['24.67p']);
  expect(printedFor('unit_rate_pence', '24.67', tariff)).toEqual(['24.67p']);
  expect(printedFor('unit_rate_gbp', '24.67', tariff)).toEqual([]);
  expect(printedFor('standing_charge', '0.5308', tariff)).toEqual(['53.08']);
  expect(printedFor('network_fee_pence', '3.12', tariff)).toEqual(['£0.0312']);
  expect(printedFor('network_fee_gbp', '3.12', tariff)).toEqual([]);
});

const sides = `
Alter Kontostand        2.418,77 H
03.11. Lastschrift        142,00 S
17.11. Eingang            611,08 H`;

it('letters after amounts say their sign where both of a pair are printed', () => {
  expect(printedFor('amount', '-142', sides, true)).toEqual(['142,00']);
  expect(printedFor('amount', '-611.08', sides, true)).toEqual([]);
  expect(printedFor('amount', '-142', sides.replaceAll(' H', ''), true)).toEqual([]);
  expect(printedFor('amount', '-142', `${sides}\n18.11. Brot A 1,98 B`, true)).toEqual([]);
});

it('a balance in credit may be negative, and no other amount', () => {
  expect(printedFor('account_balance', '-31.4', 'Balance on your last bill   £31.40 in credit')).toEqual(['£31.40']);
  expect(printedFor('energy_charge', '-31.4', 'Energy on your last bill   £31.40 in credit')).toEqual([]);
});
