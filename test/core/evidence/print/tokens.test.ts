import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datesAmong, numbersAmong } from '../../../../core/evidence/print/tokens.js';
import { line } from '../words.js';

const numbers = (text: string) =>
  numbersAmong(line(text)).map((token) => [token.text, token.value.readings.map((value) => value.toFixed())]);
const dates = (text: string) => datesAmong(line(text)).map((token) => [token.text, token.value]);

describe('numbersAmong', () => {
  it('finds the numbers of a row of a table', () => {
    expect(numbers('Widget 10  123,456  1.234,56')).toEqual([
      ['10', ['10']],
      ['123,456', ['123456', '123.456']],
      ['1.234,56', ['1234.56']],
    ]);
  });

  it.each([
    ['EUR 12,00', 'EUR 12,00', '12'],
    ['12,00 €', '12,00 €', '12'],
    ['Total - 5.00', '- 5.00', '-5'],
    ['5.00 -', '5.00 -', '-5'],
    ['EUR - 5.00', 'EUR - 5.00', '-5'],
    ['19 %', '19 %', '19'],
    ['VAT(20%)', '20%', '20'],
    ['Hesaplanan KDV(%20)', '%20', '20'],
    ['5.00 CR', '5.00 CR', '-5'],
    ['1 234,56', '1 234,56', '1234.56'],
    ['1 234 567,89 €', '1 234 567,89 €', '1234567.89'],
    ['€1 234,56', '€1 234,56', '1234.56'],
    ['Total:12,00', '12,00', '12'],
    ['( 5.00 )', '( 5.00 )', '-5'],
    ['($ 5.00)', '($ 5.00)', '-5'],
    ['(each $11)', '$11', '11'],
    ['(på 34 320,00)', '34 320,00', '34320'],
    ['Loss  (5.00)', '(5.00)', '-5'],
    ['incl. tax (5.00 EUR)', '5.00 EUR', '5'],
    ['VAT (15%):', '15%', '15'],
    ['Unit 1, Fork', '1', '1'],
    ['$  1,234.50', '$ 1,234.50', '1234.5'],
    ['$12.00 USD', '$12.00 USD', '12'],
  ])('takes the whole number in %s', (text, printed, value) => {
    expect(numbers(text)).toEqual([[printed, [value]]]);
  });

  it.each([
    ['Milk  1,98A', ['1,98']],
    ['Bun  RM8.60SR', ['RM8.60']],
    ['Gutter cleaning  193.50T', ['193.50']],
    ['Gravel 12.50t', []],
    ['9063977  1X  2.10  2.10 F', ['9063977', '1', '2.10', '2.10']],
    ['2 Lemak @17.83  35.66', ['2', '17.83', '35.66']],
    ['Leaflets  100x  CA$0.18  CA$18.00', ['100', 'CA$0.18', 'CA$18.00']],
    ['Water 1.50L', []],
    ['A4 2x Kabel', []],
    ['Klasse 1,98A des Motors', []],
  ])('removes the tax class and the product sign: %s', (text, printed) => {
    expect(numbers(text).map(([found]) => found)).toEqual(printed);
  });

  it('groups digits by one space of a typewriter, where the mark of the decimals is a comma', () => {
    const typed = (text: string) =>
      numbersAmong(line(text).map((word, at) => ({ ...word, box: { ...word.box, x: word.box.x + at * 2.5 } }))).map((found) => found.text);
    expect(typed('48 260,00  482,60-')).toEqual(['48 260,00', '482,60-']);
    expect(typed('2 240.00')).toEqual(['2', '240.00']);
  });

  it('assigns each currency to the adjacent number', () => {
    expect(numbers('12,00 EUR 24,00 EUR').map(([text]) => text)).toEqual(['12,00 EUR', '24,00 EUR']);
    expect(numbers('EUR 12,00 EUR 24,00').map(([text]) => text)).toEqual(['EUR 12,00', 'EUR 24,00']);
    expect(numbers('3  $  5.00  $  15.00').map(([text]) => text)).toEqual(['3', '$ 5.00', '$ 15.00']);
  });

  it('keeps columns apart', () => {
    expect(numbers('1  234,56').map(([text]) => text)).toEqual(['1', '234,56']);
  });

  it.each([
    ['a range', '5.00 - 7.00', ['5.00', '7.00']],
    ['a list of points', '- 10 Lizenzen', ['10']],
    ['dates', 'vom 03.04.2025 bis 3. Mai 2025', []],
    ['times', '17:22', []],
    ['phone numbers', 'Tel. +49 30 123456  Fax 030 / 1234 56  (030) 123 456', []],
    ['IBANs', 'IBAN: DE89 3704 0044 0532 0130 00  IBAN:DE89 3704 0044 0532 0130 01', []],
    ['VAT ids', 'USt-IdNr. DE 123 456 789', []],
    ['words with letters', 'A4 2x 12Stk RE-2025-17 #12 12/2025', []],
    ['codes that begin with zeros', '01234', []],
  ])('does not misread %s', (_, text, printed) => {
    expect(numbers(text).map(([found]) => found)).toEqual(printed);
  });

  it('reports the words and the box of a number', () => {
    const words = line('Total EUR 12,00');
    expect(numbersAmong(words)).toMatchObject([
      { from: 1, to: 3, words: words.slice(1), box: { x: 77.5, y: 100, width: 42.5, height: 10 } },
    ]);
  });
});

describe('datesAmong', () => {
  it.each([
    ['Datum: 3. März 2025', '3. März 2025', ['2025-03-03']],
    ['Date Apr 3, 2025 5:22 PM', 'Apr 3, 2025', ['2025-04-03']],
    ['Fecha 12 de mayo de 2024 Página 1', '12 de mayo de 2024', ['2024-05-12']],
    ['Date:03/04/2025', '03/04/2025', ['2025-04-03', '2025-03-04']],
    ['Thu, Apr 3, 2025', 'Apr 3, 2025', ['2025-04-03']],
    ['(3.4.2025),', '3.4.2025', ['2025-04-03']],
    ['2024-03-10T17:22', '2024-03-10T17:22', ['2024-03-10']],
    ['No 25 Apr 3, 2025', 'Apr 3, 2025', ['2025-04-03']],
    ['3 4 2025', '3 4 2025', ['2025-04-03', '2025-03-04']],
    ['Datum 20250403', '20250403', ['2025-04-03']],
    ['03-Apr-25', '03-Apr-25', ['2025-04-03']],
    ['３．４．２０２５', '３．４．２０２５', ['2025-04-03']],
    ['3\u201004\u20102025', '3\u201004\u20102025', ['2025-04-03', '2025-03-04']],
  ])('finds the date in %s', (text, printed, days) => {
    expect(dates(text)).toEqual([[printed, days]]);
  });

  it('finds both ends of a period', () => {
    const march = ['01.03.2025', '31.03.2025'];
    expect(dates('01.03.2025-31.03.2025').map(([text]) => text)).toEqual(march);
    expect(dates('01.03.2025 - 31.03.2025').map(([text]) => text)).toEqual(march);
    expect(dates('26.08.21-27.08.21').map(([text]) => text)).toEqual(['26.08.21', '27.08.21']);
    expect(dates('01-03-2025\u201331-03-2025').map(([text]) => text)).toEqual(['01-03-2025', '31-03-2025']);
  });

  it.each([
    'Menge 3  4  2025',
    'R18-31 vom 03',
    '1.234,56 12,00',
    'March 2025',
    'Mai 12',
    'January 1 - 31, 2016',
    'Shipped May 12 10 units',
  ])('finds none in %s', (text) => {
    expect(dates(text)).toEqual([]);
  });
});

it('keeps tokens inside their row and in order, and numbers in separate words', () => {
  const word = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    fc.constantFrom('12', '234', '1.234,50', '-', 'EUR', '$', '%', '3.4.2025', 'Apr', '2025', '+49', 'DE89'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(word, fc.constantFrom(' ', '  ')), { maxLength: 30 }), (parts) => {
      const words = line(parts.map(([text, gap]) => text.replace(/\s/g, '') + gap).join(''));
      const found = numbersAmong(words);
      expect(found.every(({ from, to }, at) => from >= (found[at - 1]?.to ?? 0) && to > from && to <= words.length)).toBe(true);
      expect(datesAmong(words).every(({ value }) => value.length > 0)).toBe(true);
    }),
  );
});

it('are found in a row of very many words', () => {
  for (const word of ['DE', '12', '+49', 'Apr', '(', '-', '$']) {
    const words = line(`${word} `.repeat(5_000));
    expect(numbersAmong(words)).toHaveLength(/\d/.test(word) ? 5_000 : 0);
    expect(datesAmong(words)).toEqual([]);
  }
});
