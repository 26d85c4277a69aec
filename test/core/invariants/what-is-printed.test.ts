import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../core/index.js';
import { datesIn, numbersIn } from '../../../core/text.js';
import { type PrintedDateStyle, printAmount, printDate, printMoney, printQuantity } from '../../fixtures/print.js';
import { wording } from '../../fixtures/wording.js';
import { arabicRegion, latinRegions } from '../../measure/generate/regions.js';
import { runs } from './support/runs.js';

const dateStyles = [
  '3 April 2025', 'April 3, 2025', '03/04/2025', '04/03/2025', '03.04.2025', '03-04-2025', '2025-04-03',
] as const satisfies readonly PrintedDateStyle[]; // biome-ignore format: a list

const isRealDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

/** Invariant 7 of this folder's README, for every region whose documents are generated. */
describe.each([...latinRegions, arabicRegion])('7: what $country prints', ({ currency, numberStyle, language }) => {
  it('has among its readings the number that was printed', () => {
    const number = fc.tuple(fc.integer(), fc.integer({ min: 0, max: 3 })).map(([units, places]) => decimal(units).div(10 ** places));
    fc.assert(
      fc.property(number, (value) => {
        const cents = value.toDecimalPlaces(2);
        for (const [printed, meant] of [
          [printQuantity(value, numberStyle), value],
          [printAmount(value, numberStyle), cents],
          [printMoney(value, currency, numberStyle), cents],
        ] as const) {
          const readings = numbersIn(printed);
          expect(
            readings.some((reading) => reading.eq(meant)),
            `${printed} is ${readings.join()}`,
          ).toBe(true);
          expect(readings.every((reading) => reading.isFinite())).toBe(true);
        }
      }),
      runs(50),
    );
  });

  it('has among its readings the day that was printed, and real days only', () => {
    const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2069-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom(...dateStyles), (date, style) => {
        const iso = date.toISOString().slice(0, 10);
        const printed = printDate(iso, style, wording[language].months);
        expect(datesIn(printed), printed).toContain(iso);
        expect(datesIn(printed).filter((day) => !isRealDay(day))).toEqual([]);
      }),
      runs(50),
    );
  });
});
