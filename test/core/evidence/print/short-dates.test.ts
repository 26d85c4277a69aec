import { describe, expect, it } from 'vitest';
import { shortDatesAmong } from '../../../../core/evidence/print/short-dates.js';
import { line } from '../words.js';

const days = (text: string) => shortDatesAmong(line(text)).map(({ text, days }) => [text, days.map((day) => day.join('-'))]);

describe('days without a year are', () => {
  it.each([
    ['12/16', '12/16', ['12-16']],
    ['05/12', '05/12', ['12-5', '5-12']],
    ['16.12.', '16.12.', ['12-16']],
    ['16.12', '16.12', ['12-16']],
    ['01-02', '01-02', ['2-1', '1-2']],
    ['16 Dec', '16 Dec', ['12-16']],
    ['Dec 16,', 'Dec 16,', ['12-16']],
    ['Aug. 20', 'Aug. 20', ['8-20']],
    ['1er mars', '1er mars', ['3-1']],
    ['29 févr.', '29 févr.', ['2-29']],
    ['12 de noviembre', '12 de noviembre', ['11-12']],
    ['16DEC', '16DEC', ['12-16']],
    ['251216', '251216', ['12-16']],
  ])('%s', (text, printed, read) => {
    expect(days(text)).toEqual([[printed, read]]);
  });
});

it.each(['12/32', '13/13', '1-2', '3.5', '30 feb', '251316', 'Route 66', '12/2025', 'May'])('%s is none', (text) => {
  expect(days(text)).toEqual([]);
});
