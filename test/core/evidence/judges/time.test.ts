import { describe, expect, it } from 'vitest';
import { capsOf } from '../caps-of.js';

const visit =
  'Car Park North\nEntry: 12.03.2026 08:05\nExit: 12.03.2026 11:40\nPaid by card 13.03.2026 at 1:05 p. m.\nLeft: 14.03.2026 3 PM\nBack: 15.03.2026 14 Uhr';

describe('a day with a time of day', () => {
  const capsOfMoment = (page: string, name: string, value: string) =>
    capsOf({ page, fields: { [name]: { type: ['string', 'null'], format: 'date-time' } }, path: `$.${name}`, value }, 'format');

  it.each([
    ['entry', '2026-03-12T08:05:00'],
    ['exit', '2026-03-12T11:40:00+01:00'],
    ['paid_at', '2026-03-13T13:05Z'],
    ['left', '2026-03-14T15:00:00'],
    ['back', '2026-03-15T14:00:00'],
  ])('is not doubted where the page prints both: %s %s', (name, value) => {
    expect(capsOfMoment(visit, name, value)).toEqual([]);
  });

  it('is no day of another time that stands under the label of its field', () => {
    expect(capsOfMoment(visit, 'entry', '2026-03-12T11:40:00')).toEqual(['format.ambiguous']);
  });

  it('is doubted where the time stands beside another day', () => {
    expect(capsOfMoment(visit, 'paid_at', '2026-03-13T11:40:00')).toEqual(['format.ambiguous']);
  });

  it('is refused where the page does not print the time', () => {
    expect(capsOfMoment(visit, 'exit', '2026-03-12T11:45:00')).toEqual(['format.wrongShape']);
    expect(capsOfMoment('Total 11.45\nDate 12.03.2026', 'date', '2026-03-12T11:45:00')).toEqual(['format.ambiguous']);
  });

  it('is only doubted where it may be the time of another zone', () => {
    expect(capsOfMoment(visit, 'exit', '2026-03-12T10:45:00Z')).toEqual(['format.ambiguous']);
    expect(capsOfMoment('Date 12.03.26', 'date', '2026-03-12T12:03:00')).toEqual(['format.wrongShape']);
  });

  it('is a day where its time is midnight, or in the next line', () => {
    expect(capsOfMoment('Date 12.03.2026', 'date', '2026-03-12T00:00:00Z')).toEqual([]);
    expect(capsOfMoment('Date 12.03.2026\nTime 9h05', 'date', '2026-03-12T09:05:00')).toEqual([]);
  });
});
