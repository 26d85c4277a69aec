import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import calendar from '../../../../core/evidence/print/calendar-names.json' with { type: 'json' };
import { dateOrder, dateStyleOf, datesIn, datesInOrder, isWeekday, monthsNamed } from '../../../../core/evidence/print/dates.js';

describe('dates', () => {
  describe('datesIn', () => {
    it.each([
    '2025-04-03', '2025/4/3', '2025.04.03.', '2025. 04. 03.', '3.4.2025', '03.04.25', '3. 4. 2025', '03.04.2025.', '3 avril 2025', '3. April 2025', '3 de abril de 2025',
    '03-Apr-25', '3rd April 2025', 'Apr 3, 2025', 'April 3rd, 2025', '3rd of April, 2025', "3 Apr '25", '2025 Apr 3', '2025. április 3.', '3 kwietnia 2025 r.', '3 APR 2025',
    '20250403', '2025-04-03T17:22', '2025-04-03T17:22:05.123Z', '2025-04-03 17:22:05+02:00', '3.4.2025, 17:22 Uhr', '03.04.2025 um 17.22 Uhr', 'Apr 3, 2025 5:22 PM',
    'Thu, Apr 3, 2025', 'Donnerstag, 3. April 2025', 'quinta-feira, 3 de abril de 2025', 'Do., 3.4.2025', '2025. április 3., csütörtök', '(3.4.2025)', '３．４．２０２５', '3\u00A0avril\u00A02025',
    '3-ABR-2025', '2025年4月3日', '3.\u00A04.\u00A02025', '3e avril 2025', 'den 3. april 2025',
  ])('reads one day in %s', (printed) => {
    expect(datesIn(printed)).toEqual(['2025-04-03']);
  }); // biome-ignore format: a table

    it.each(['03/04/2025', '3-4-2025', '3 4 2025', '03/04/25', '03/04/2025 10:15 AM', '3\u20104\u20102025'])(
      'reads both orders in %s',
      (printed) => {
        expect(datesIn(printed)).toEqual(['2025-04-03', '2025-03-04']);
      },
    );

    it.each([
      ['31/12/2024', '2024-12-31'],
      ['12/31/2024', '2024-12-31'],
      ['04/04/2025', '2025-04-04'],
      ['31.12.2024.', '2024-12-31'],
      ['Sept. 5, 2024', '2024-09-05'],
      ['2024-03-10T17:22', '2024-03-10'],
      ['12 mrt 2024', '2024-03-12'],
      ['5. Mrz 2024', '2024-03-05'],
      ['5. Jänner 2024', '2024-01-05'],
      ['mar 12 mars 2024', '2024-03-12'],
      ['12 lutego 2024', '2024-02-12'],
      ['1/13/03', '2003-01-13'],
      ['29.02.2024', '2024-02-29'],
      ['1. 1. 70', '1970-01-01'],
      ['1. 1. 69', '2069-01-01'],
    ])('reads %s as %s', (printed, day) => {
      expect(datesIn(printed)).toEqual([day]);
    });

    it('keeps both months if a name means two', () => {
      expect(datesIn('3 listopada 2024')).toEqual(['2024-11-03', '2024-10-03']);
    });

    it.each([
    '', '31/02/2025', '29.02.2025', '12.31.2024', '13/13/2024', '99-12-31', 'R18-31 vom 03', '12,50', '1.234,56', '3 4 25', '2025', 'March 2025', '12 foo 2025', '20251301', '1.2.3456',
    '03/04-2025', '12 a 15 mars 2025', '17:22', '3.4.', 'x 3.4.2025', 'Invoice 25 Apr 2025', '12345678', '26.08.21-27.08.21',
  ])('finds no date in %j', (printed) => {
    expect(datesIn(printed)).toEqual([]);
  }); // biome-ignore format: a table

    const days = fc.date({ min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true });
    const locales = 'en en-GB en-IN de de-AT de-CH fr es it nl pt pt-BR pl sv da nb fi cs hr ro hu'.split(' ');
    const styles = ['full', 'long', 'medium', 'short'] as const;
    it.each(locales)('reads back what %s prints', (locale) => {
      fc.assert(
        fc.property(days, fc.constantFrom(...styles), fc.boolean(), (date, dateStyle, timed) => {
          const format = new Intl.DateTimeFormat(locale, { dateStyle, ...(timed ? { timeStyle: 'short' } : {}), timeZone: 'UTC' });
          expect(datesIn(format.format(date)), format.format(date)).toContain(date.toISOString().slice(0, 10));
        }),
      );
    });

    it('never throws and returns only real days', () => {
      const parts = fc.array(fc.constantFrom(..."0123456789./- ,:'".split(''), 'mar', 'April', ' de ', 'th', 'T', '2025'), {
        maxLength: 12,
      });
      fc.assert(
        fc.property(
          fc.oneof(
            fc.string({ unit: 'binary' }),
            parts.map((all) => all.join('')),
          ),
          (printed) => datesIn(printed).every((day) => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)),
        ),
        { numRuns: 2_000 },
      );
    });

    it('finds none in a hostile text', () => {
      for (const unit of ['1', '1/', ' ', 'mar ', '-', '1 : ', 'a-']) expect(datesIn(unit.repeat(100_000 / unit.length))).toEqual([]);
      for (const unit of ['1', '1/', ' ', 'mar ', '-', '1:', 'a-', '.', ', ']) expect(datesIn(unit.repeat(80 / unit.length))).toEqual([]);
    });
  });

  describe('dateOrder', () => {
    it('follows from a part above 12', () => {
      expect(dateOrder(['03/04/2025', '31/12/2024', '15.03.2025'])).toBe('day-first');
      expect(dateOrder(['03/04/2025', '12/31/2024'])).toBe('month-first');
    });

    it('is unknown if no date shows it or dates disagree', () => {
      expect(dateOrder(['03/04/2025', '15.03.2025', '2025-03-15', '31/31/2025'])).toBeUndefined();
      expect(dateOrder(['31/12/2024', '12/31/2024'])).toBeUndefined();
    });

    it('considers only dates of the same style', () => {
      const printed = ['12/31/24', '31-12-2024', '31/12/2024'];
      expect(dateOrder(printed, dateStyleOf('03/04/2025'))).toBe('day-first');
      expect(dateOrder(printed, dateStyleOf('03/04/25'))).toBe('month-first');
    });

    it('settles an ambiguous date', () => {
      expect(datesInOrder('03/04/2025', 'month-first')).toEqual(['2025-03-04']);
      expect(datesInOrder('03/04/2025', 'day-first')).toEqual(['2025-04-03']);
      expect(datesInOrder('03/04/2025', undefined)).toHaveLength(2);
      expect(datesInOrder('3.4.2025', 'month-first')).toEqual(['2025-04-03']);
    });
  });
});

describe('calendar names', () => {
  const widths = ['long', 'short'] as const;
  const dateIn = (language: string, width: (typeof widths)[number]) =>
    new Intl.DateTimeFormat(language, { weekday: width, day: 'numeric', month: width, year: 'numeric', timeZone: 'UTC' });
  const part = (format: Intl.DateTimeFormat, date: number, type: 'month' | 'weekday'): string =>
    (format.formatToParts(date).find((found) => found.type === type)?.value ?? '').replace(/\.$/, '');

  describe('the names of the calendar match the locale data of this Node', () => {
    it.each(Object.keys(calendar.languages))('%s', (language) => {
      for (const width of widths) {
        const format = dateIn(language, width);
        for (let month = 1; month <= 12; month++) {
          const name = part(format, Date.UTC(2024, month - 1, 15), 'month');
          if (!/\d/.test(name)) expect(monthsNamed(name), name).toContain(month);
        }
        for (let day = 1; day <= 7; day++) {
          const alone = new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' });
          for (const form of [format, alone]) {
            const name = part(form, Date.UTC(2024, 0, day), 'weekday');
            expect(isWeekday(name), name).toBe(true);
          }
        }
      }
    });

    it('has twelve months in each list', () => {
      for (const { months } of Object.values(calendar.languages)) for (const list of months) expect(list.split(' ')).toHaveLength(12);
    });
  });
});

it('monthly dates over the turn of a year show which part is the month', () => {
  expect(dateOrder(['05/11/2025', '05/12/2025', '05/01/2026'])).toBe('day-first');
  expect(dateOrder(['11/05/2025', '12/05/2025', '01/05/2026'])).toBe('month-first');
  expect(dateOrder(['05/12/2025', '05/01/2026'])).toBeUndefined();
  expect(dateOrder(['05/10/2025', '05/11/2025', '05/12/2025'])).toBeUndefined();
});
