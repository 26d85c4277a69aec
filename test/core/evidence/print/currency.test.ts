import { expect, it } from 'vitest';
import { currencyCodeOf } from '../../../../core/evidence/print/currency.js';

it.each([
  ['€', 'EUR'],
  ['EUR', 'EUR'],
  ['Euro', 'EUR'],
  ['CHF', 'CHF'],
  ['₹', 'INR'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['US $', 'USD'],
  ['R$', 'BRL'],
  ['\uFFE6', 'KRW'],
])('%s means one currency', (printed, code) => {
  expect(currencyCodeOf(printed)).toEqual({ code, certain: true });
});

it.each([
  ['$', 'USD'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['kr.', 'SEK'],
  ['Rs.', 'INR'],
])('%s may mean several', (printed, code) => {
  expect(currencyCodeOf(printed)).toEqual({ code, certain: false });
});

it.each(['Ft', 'Fr.'])('%s is a sign, in other letters it is feet, or a country', (printed) => {
  expect(currencyCodeOf(printed)).toBeDefined();
  expect([currencyCodeOf('ft'), currencyCodeOf('FR')]).toEqual([undefined, undefined]);
});

it.each(['', 'all', 'Total', '12', 'x'.repeat(100_000)])('other words are no currency', (printed) => {
  expect(currencyCodeOf(printed)).toBeUndefined();
});
