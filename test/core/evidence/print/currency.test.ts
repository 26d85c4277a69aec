import { expect, it } from 'vitest';
import { canBeCurrency, currencyCodeOf, currencyNamed } from '../../../../core/evidence/print/currency.js';

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
  ['U.S.D.', 'USD'],
])('%s has one meaning', (printed, code) => {
  expect(currencyCodeOf(printed)).toEqual({ code, certain: true });
});

it.each([
  ['US Dollars', 'USD'],
  ['US-Dollar', 'USD'],
  ['dollars canadiens', 'CAD'],
  ['Schweizer Franken', 'CHF'],
  ['Pounds Sterling', 'GBP'],
  ['€', 'EUR'],
])('%s names one currency', (printed, code) => {
  expect(currencyNamed(printed)).toEqual({ code, certain: true });
});

it.each([
  ['$', 'USD'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['kr.', 'SEK'],
  ['Rs.', 'INR'],
  ['KGS', 'KGS'],
])('%s has several meanings', (printed, code) => {
  expect(currencyCodeOf(printed)).toEqual({ code, certain: false });
});

it.each(['Ft', 'Fr.'])('%s is a sign only in its usual case', (printed) => {
  expect(currencyCodeOf(printed)).toBeDefined();
  expect([currencyCodeOf('ft'), currencyCodeOf('FR')]).toEqual([undefined, undefined]);
});

it.each(['', 'all', 'Total', '12', 'Dollars', 'Won', 'US Total', 'U.N.O.', 'x'.repeat(100_000)])(
  'does not read other words as a currency',
  (printed) => {
    expect(currencyCodeOf(printed)).toBeUndefined();
  },
);

it('takes kilograms beside an amount for no other currency than the one that was read', () => {
  expect(canBeCurrency({ code: 'KGS', certain: false }, 'INR')).toBe(true);
  expect(canBeCurrency({ code: 'USD', certain: false }, 'INR')).toBe(false);
});
