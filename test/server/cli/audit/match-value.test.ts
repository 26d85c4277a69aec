import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchValue } from '../../../../server/cli/audit/recheck.js';

const how = (text: string, value: string | number | boolean) => matchValue(text, value)?.how;

describe('a text prints a number', () => {
  it.each([
    ['Total 1.234,56 EUR', 1234.56],
    ['Total 1,234.56', 1234.56],
    ["Fr. 1'234.50", 1234.5],
    ['1 234,56 zł', 1234.56],
    ['12,34,567.00', 1234567],
    ['1.234', 1.234],
    ['1.234', 1234],
    ['.50', 0.5],
    ['Qty 2 1 500,00', 1500],
    ['2 500,00', 2],
    ['19 % VAT', 19],
    ['19 % VAT', 0.19],
    ['5 Stk', 5],
    ['12.- CHF', 12],
    ['EUR -5.00', -5],
    ['-€5.00', -5],
    ['5.00-', -5],
    ['5.00 -', -5],
    ['(5.00)', -5],
    ['5.00 CR', -5],
  ])('"%s" prints %d', (text, value) => expect(how(text, value)).toBe('printed'));

  it.each([
    ['Total 1.234,56', 1234.65],
    ['Total 1.234,56', 123456],
    ['1.23.4', 12.34],
    ['1,234,56', 1234.56],
    ['12-03-2026', 3],
    ['10:45', 45],
    ['Total 5.00', -5],
    ['Total -5.00', 5],
    ['(5.00)', 5],
    ['no digits', 0],
  ])('"%s" does not print %d', (text, value) => expect(how(text, value)).toBeUndefined());

  it('of any size and in any language', () => {
    const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
    fc.assert(
      fc.property(cents, fc.constantFrom('en', 'de', 'fr', 'it', 'pl', 'en-IN', 'de-CH'), (amount, language) => {
        const printed = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(amount / 100);
        expect(how(`Total ${printed} EUR`, amount / 100)).toBe('printed');
        expect(how(`Total ${printed} EUR`, (amount + 1) / 100)).toBeUndefined();
      }),
    );
  });
});

describe('a text prints a day', () => {
  it.each([
    ['Date: 3.4.2026', '2026-04-03'],
    ['04/03/26', '2026-04-03'],
    ['03/04/2026', '2026-04-03'],
    ['2026-04-03', '2026-04-03'],
    ['20260403', '2026-04-03'],
    ['3. April 2026', '2026-04-03'],
    ['le 3 avril 2026', '2026-04-03'],
    ['3 de abril de 2026', '2026-04-03'],
    ['April 3rd, 2026', '2026-04-03'],
    ['03-Apr-26', '2026-04-03'],
    ['1er août 2026', '2026-08-01'],
    ['3 kwietnia 2026', '2026-04-03'],
    ['2026年4月3日', '2026-04-03'],
    ['3 April 2026', '03/04/2026'],
  ])('"%s" prints %s', (text, value) => expect(how(text, value)).toBe('printed'));

  it.each([
    ['Date: 3.4.2026', '2026-04-04'],
    ['13.4.2026', '2026-04-03'],
    ['3.4.20265', '2026-04-03'],
    ['3. April 2025', '2026-04-03'],
    ['3. May 2026', '2026-04-03'],
    ['03/29/20', '5020-03-29'],
    ['3. April 26', '1926-04-03'],
  ])('"%s" does not print %s', (text, value) => expect(how(text, value)).toBeUndefined());
});

describe('a text prints a text', () => {
  it.each([
    ['Seller: Muster GmbH, Berlin', 'MUSTER GmbH'],
    ['Liefer ant GmbH', 'Lieferant GmbH'],
    ['Café Réné', 'Cafe Rene'],
    ['Invoice No. AB-12/34', 'AB-12/34'],
  ])('"%s" prints %s', (text, value) => expect(how(text, value)).toBe('printed'));

  it.each([
    ['Invoice AB-1234', 'AB-123'],
    ['Invoice AB-1234', 'AB-1243'],
    ['Muster GmbH', 'Muster Ltd'],
    ['Muster GmbH', ''],
  ])('"%s" does not print %s', (text, value) => expect(how(text, value)).toBeUndefined());

  it('roughly, where few words and no digits are missing', () => {
    expect(how('Business client (UK) on 2019 partner promotion', 'Business client on 2019 partner promotion')).toBe('roughly');
    expect(how('Business client (UK) on 2018 partner promotion', 'Business client on 2019 partner promotion')).toBeUndefined();
  });
});

describe('a value that is seldom printed literally', () => {
  it.each([
    ['€ 12.00', 'EUR', 'printed'],
    ['12.00 EUR', 'EUR', 'printed'],
    ['US$ 12', 'USD', 'printed'],
    ['12,00 kr', 'SEK', 'printed'],
    ['£ 12.00', 'EUR', 'concluded'],
    ['Paid: yes', true, 'printed'],
    ['Reverse charge: ☐', false, 'printed'],
    ['Paid: yes', false, 'concluded'],
  ] as const)('"%s" and %s: %s', (text, value, expected) => expect(how(text, value)).toBe(expected));
});
