import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printedIn } from '../../../core/text.js';

const isPrinted = (text: string, value: string | number | boolean) => printedIn(text, value) !== undefined;

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
  ])('"%s" prints %d', (text, value) => expect(isPrinted(text, value)).toBe(true));

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
  ])('"%s" does not print %d', (text, value) => expect(isPrinted(text, value)).toBe(false));

  it('of any size and in any language', () => {
    const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
    fc.assert(
      fc.property(cents, fc.constantFrom('en', 'de', 'fr', 'it', 'pl', 'en-IN', 'de-CH'), (amount, language) => {
        const printed = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(amount / 100);
        expect(isPrinted(`Total ${printed} EUR`, amount / 100)).toBe(true);
        expect(isPrinted(`Total ${printed} EUR`, (amount + 1) / 100)).toBe(false);
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
  ])('"%s" prints %s', (text, value) => expect(isPrinted(text, value)).toBe(true));

  it.each([
    ['Date: 3.4.2026', '2026-04-04'],
    ['13.4.2026', '2026-04-03'],
    ['3.4.20265', '2026-04-03'],
    ['3. April 2025', '2026-04-03'],
    ['3. May 2026', '2026-04-03'],
    ['03/29/20', '5020-03-29'],
    ['3. April 26', '1926-04-03'],
  ])('"%s" does not print %s', (text, value) => expect(isPrinted(text, value)).toBe(false));
});

describe('a text prints a text', () => {
  it.each([
    ['Seller: Muster GmbH, Berlin', 'MUSTER GmbH'],
    ['Liefer ant GmbH', 'Lieferant GmbH'],
    ['Café Réné', 'Cafe Rene'],
    ['Invoice No. AB-12/34', 'AB-12/34'],
  ])('"%s" prints %s', (text, value) => expect(isPrinted(text, value)).toBe(true));

  it.each([
    ['Invoice AB-1234', 'AB-123'],
    ['Invoice AB-1234', 'AB-1243'],
    ['Muster GmbH', 'Muster Ltd'],
    ['Muster GmbH', ''],
  ])('"%s" does not print %s', (text, value) => expect(isPrinted(text, value)).toBe(false));
});

describe('a value that is seldom printed literally', () => {
  it.each([
    ['€ 12.00', 'EUR', true],
    ['12.00 EUR', 'EUR', true],
    ['US$ 12', 'USD', true],
    ['12,00 kr', 'SEK', true],
    ['£ 12.00', 'EUR', false],
    ['Paid: yes', true, true],
    ['Reverse charge: ☐', false, true],
    ['Paid: yes', false, false],
  ] as const)('"%s" prints %s: %s', (text, value, expected) => expect(isPrinted(text, value)).toBe(expected));
});

it('says which piece prints it', () => {
  expect(printedIn('Total: 1.234,50 EUR', 1234.5)).toBe('1.234,50');
  expect(printedIn('incl. 19 % VAT', 19)).toBe('19 %');
  expect(printedIn('on 3. April 2026 by mail', '2026-04-03')).toBe('3. April 2026');
});
