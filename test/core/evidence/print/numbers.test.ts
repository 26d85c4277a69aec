import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clingingLabel, clingingRate, withoutNumberSign, withoutSeparators } from '../../../../core/evidence/print/affixes.js';
import { numberStyle, numbersIn, readingsIn, readNumber } from '../../../../core/evidence/print/numbers.js';

describe('numbers', () => {
  const readings = (printed: string) => numbersIn(printed).map((value) => value.toFixed());

  describe('numbersIn', () => {
    it.each([
      ['1.234,56', ['1234.56']],
      ['1,234.56', ['1234.56']],
      ['12,34,567.00', ['1234567']],
      ['1.234.567', ['1234567']],
      ['1,23,456', ['123456']],
      ['1,5', ['1.5']],
      ['0.234', ['0.234']],
      ['12345,678', ['12345.678']],
      ['1.234', ['1234', '1.234']],
      ['1,234', ['1234', '1.234']],
      ['¥132,000', ['132000']],
      ['132.000 ₩', ['132000']],
      ['€132.000', ['132000', '132']],
      ['132,000 JPY', ['132000']],
      ['KWD 1.234', ['1234', '1.234']],
      ['1 234,56', ['1234.56']],
      ["1'234.50", ['1234.5']],
      ['1\u2019234.50', ['1234.5']],
      ['1\u00A0234\u202F567,8', ['1234567.8']],
      ['1 234', ['1234']],
      ['.50', ['0.5']],
      ['-.50', ['-0.5']],
      [',234', ['0.234']],
      ['42', ['42']],
      ['\u0661\u066C\u0662\u0663\u0664\u066B\u0665\u0660', ['1234.5']],
      ['\u0661\u066B\u0662\u0663\u0664', ['1.234']],
      ['１２．５０', ['12.5']],
    ])('reads %s as %j', (printed, values) => {
      expect(readings(printed)).toEqual(values);
    });

    it.each([
      ['-5', '-5'],
      ['- 5.00', '-5'],
      ['\u22125', '-5'],
      ['5-', '-5'],
      ['(5)', '-5'],
      ['(-5)', '-5'],
      ['5 CR', '-5'],
      ['5.00Cr.', '-5'],
      ['5 DR', '5'],
      ['+5', '5'],
      ['$-5.00', '-5'],
      ['-$5.00', '-5'],
      ['($5.00)', '-5'],
      ['5,00- €', '-5'],
      ['-0.00', '0'],
    ])('reads the sign of %s', (printed, value) => {
      expect(readings(printed)).toEqual([value]);
    });

    it.each([
      ['12.-', '12'],
      ['12,--', '12'],
      ['€ 5.600,–', '5600'],
      ['1,250.-', '1250'],
      ["CHF 1'234.\u2014", '1234'],
      ['12,- kr', '12'],
      ['12.', '12'],
      ['12,50 *', '12.5'],
      ['12,00:', '12'],
    ])('reads %s, which does not end in digits', (printed, value) => {
      expect(readings(printed)).toEqual([value]);
    });

    it.each([
    '', ' ', '-', '€', 'abc', '1.23.4', '1,234,56', '1.234.56', '0 123', '1 23', '12 de mayo', '5-7', '1/2', '10:30', '2x4', '--5', '-5-', '(5', '5)', '19 %%',
    'DE123456789', '12 Stk', '3.4.2025', '5 m²', '1,234.567,8', '1..5', '5 apples', '12 all', '1,234.56 7',
  ])('finds no number in %j', (printed) => {
    expect(numbersIn(printed)).toEqual([]);
  }); // biome-ignore format: a table

    it('never throws and reads only finite numbers', () => {
      const marks = fc.string({ unit: fc.constantFrom(..."0123456789.,' -+()%€$¥krRs\u066B\u066C|:*\u2212\u00A0") });
      fc.assert(
        fc.property(fc.oneof(fc.string({ unit: 'binary' }), marks), (printed) => numbersIn(printed).every((value) => value.isFinite())),
        { numRuns: 2_000 },
      );
    });

    it('finds none in a hostile text', () => {
      for (const unit of ['1', '1,', ' ', '1 234', '-', '(', 'Rs', '.1', ', -'])
        expect(numbersIn(unit.repeat(100_000 / unit.length))).toEqual([]);
    });

    it.each([
      ['en', ',', '.'],
      ['de', '.', ','],
      ['fr', '\u202F', ','],
      ['pl', '\u00A0', ','],
      ['de-CH', '\u2019', '.'],
      ['de-AT', ' ', ','],
    ])('reads back what %s prints', (_, group, mark) => {
      const amounts = fc.tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.integer({ min: 0, max: 4 }));
      fc.assert(
        fc.property(amounts, ([units, places]) => {
          const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
          const whole = digits.slice(0, digits.length - places).replace(/\B(?=(?:\d{3})+$)/g, group);
          const sign = units < 0n ? '-' : '';
          const fraction = digits.slice(digits.length - places);
          const value = `${sign}${digits.slice(0, digits.length - places)}.${fraction || '0'}`;
          expect(numbersIn(`${sign}${whole}${places > 0 ? mark + fraction : ''}`).some((reading) => reading.equals(value))).toBe(true);
        }),
      );
    });
  });

  describe('readNumber', () => {
    it.each([
      ['€1,234.50', '€'],
      ['1234.50EUR', 'EUR'],
      ["CHF 1'234.50", 'CHF'],
      ['Rs. 500', 'Rs.'],
      ['Rs.500', 'Rs.'],
      ['12,00 zł', 'zł'],
      ['12,00 kr.', 'kr'],
      ['R$ 12,00', 'R$'],
      ['$12.00 USD', 'USD'],
      ['US$12.00', 'US$'],
      ['12,00', undefined],
    ])('returns the currency of %s as printed', (printed, currency) => {
      expect(readNumber(printed)).toMatchObject({ text: printed, currency });
    });

    it('reads a percentage as its number', () => {
      expect(readNumber('19,5 %')).toMatchObject({ percent: true, decimals: 1 });
      expect(readings('%18')).toEqual(['18']);
      expect(readings('(15 %)')).toEqual(['15']);
      expect(readings('-15 %')).toEqual(['-15']);
    });

    it.each([
      ['1.234,50', 2, ','],
      ['1,234', undefined, ','],
      ['1.234.567', 0, undefined],
      ['12.-', 0, undefined],
    ])('counts the decimals of %s', (printed, decimals, mark) => {
      expect(readNumber(printed)).toMatchObject({ decimals, mark });
    });
  });

  describe('numberStyle', () => {
    it('is the decimal mark of the amounts with two decimals', () => {
      expect(numberStyle(['1.234,50', '7,00 €', '1.234', 'Total', '0,123'])).toEqual({ decimal: ',' });
    });

    it('is unknown without such amounts or if they disagree', () => {
      expect(numberStyle(['1.234', '5'])).toBeUndefined();
      expect(numberStyle(['1.50', '1,50', '2,50'])).toBeUndefined();
    });

    it('ignores one section number among many amounts', () => {
      expect(numberStyle(['2.10', ...Array.from({ length: 11 }, (_, i) => `${i},50`)])).toEqual({ decimal: ',' });
    });
  });

  describe('readingsIn', () => {
    it('keeps one reading if the decimal mark of the document is known', () => {
      expect(readingsIn('1.234', { decimal: ',' }).map(String)).toEqual(['1234']);
      expect(readingsIn('1.234', { decimal: '.' }).map(String)).toEqual(['1.234']);
      expect(readingsIn('1.234', undefined).map(String)).toEqual(['1234', '1.234']);
      expect(readingsIn('1,5', { decimal: '.' }).map(String)).toEqual(['1.5']);
    });
  });

  it('does not read a code that begins like a currency as a number', () => {
    expect([numbersIn('ZL-12626'), numbersIn('EUR-7'), numbersIn('$-5.00').map(String)]).toEqual([[], [], ['-5']]);
  });
});

describe('clinging', () => {
  it.each([
    ['#00042', '#'],
    ['#MON-36', '#'],
    ['n°562044', 'n°'],
    ['Nº000.000.002', 'Nº'],
    ['№17', '№'],
    ['No.123', 'No.'],
    ['Beleg-Nr.:1425', 'Beleg-Nr.:'],
    ['INV#88', 'INV#'],
  ])('parts the sign of %s from its number', (word, sign) => {
    expect(clingingLabel(word)).toBe(sign);
  });

  it.each(['00042', 'A.123', 'RE-2026', '12:30', 'EUR5', '#'])('leaves %s whole', (word) => {
    expect(clingingLabel(word)).toBe('');
  });

  it.each([
    ['#MON-36', 'MON-36'],
    ['Nº 000.002', '000.002'],
    ['№17', '17'],
    ['INV#36', 'INV#36'],
    ['#', '#'],
  ])('a number is %s without its sign: %s', (printed, number) => {
    expect(withoutNumberSign(printed)).toBe(number);
  });

  it.each([
    ['VAT(20%)', '20%'],
    ['KDV(%20)', '%20'],
    ['TVA(5,5%):', '5,5%'],
    ['Item(20)', undefined],
    ['(20%)', undefined],
  ])('parts the rate in %s from its tax', (word, rate) => {
    expect(clingingRate(word)).toBe(rate);
  });

  it.each([
    ['INV-36 ·', 'INV-36'],
    ['| Acme GmbH •', 'Acme GmbH'],
    ['A·36', 'A·36'],
    ['·', '·'],
  ])('a text is %s without the marks that part it from its neighbours: %s', (printed, text) => {
    expect(withoutSeparators(printed)).toBe(text);
  });
});
