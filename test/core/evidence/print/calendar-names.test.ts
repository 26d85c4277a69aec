import { describe, expect, it } from 'vitest';
import calendar from '../../../../core/evidence/print/calendar-names.json' with { type: 'json' };
import { isWeekday, monthsNamed } from '../../../../core/evidence/print/dates.js';

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
