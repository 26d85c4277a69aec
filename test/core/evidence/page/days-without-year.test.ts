import { describe, expect, it } from 'vitest';
import { indexDocument } from '../../../../core/evidence/page/document-index.js';
import { documentOf } from '../../builders.js';

const placesOf = (day: string, page: string): readonly string[] =>
  indexDocument(documentOf(page))
    .daysAt(day)
    .map(({ text }) => text);

const statement = `
Statement period 12/16/25 to 01/15/26
12/16   ACH CREDIT PAYROLL   1,250.00
12/22   DEBIT CARD           12.22
01/05   CHECK 2041           80.00`;

describe('a day that a table prints without its year', () => {
  it('has the year in which it is near a date of the document', () => {
    expect(placesOf('2025-12-22', statement)).toEqual(['12/22']);
    expect(placesOf('2026-01-05', statement)).toEqual(['01/05']);
    expect(placesOf('2025-12-16', statement)).toEqual(['12/16/25', '12/16']);
  });

  it('has no other year, nor another order than those beside it show', () => {
    expect(placesOf('2026-12-22', statement)).toEqual([]);
    expect(placesOf('2025-01-05', statement)).toEqual([]);
    expect(placesOf('2026-05-01', statement)).toEqual([]);
  });

  it('has that of the date after it in its row', () => {
    expect(placesOf('2025-01-01', 'Zeitraum 1.1. bis 31.12.2025')).toEqual(['1.1.']);
    expect(placesOf('2025-11-15', 'From 15 Nov to 14 February 2026')).toEqual(['15 Nov']);
  });

  it('has that with which the next line begins', () => {
    expect(placesOf('2025-11-12', 'Alicante, a 12 de noviembre de\n2025')).toEqual(['12 de noviembre']);
    expect(placesOf('2025-11-12', 'Alicante, 12 de noviembre, hab. 214\n2025')).toEqual([]);
  });

  it('has the year that the document names, however far its dates are', () => {
    expect(placesOf('2025-08-20', 'Gifts in the calendar year 2025\nIssued Jan. 28, 2026\nAug. 20   Monthly   35.00')).toEqual(['Aug. 20']);
    expect(placesOf('2024-08-20', 'Gifts in the calendar year 2025\nIssued Jan. 28, 2026\nAug. 20   Monthly   35.00')).toEqual([]);
  });

  it('may lack its last full stop where amounts have commas', () => {
    expect(placesOf('2025-10-29', 'Extracto 31.10.2025\n29.10   118,74-\n30.10   12,00\n31.10   0,95')).toEqual(['29.10']);
  });

  it('may be six digits, which name it', () => {
    expect(placesOf('2025-10-30', 'Datum 2025-12-02\n11840   251030   48 260,00')).toEqual(['251030']);
  });

  it('is no amount, and nothing where the document has no date', () => {
    expect(placesOf('2025-12-30', 'Date 2025-12-02\nPen   30.12')).toEqual([]);
    expect(placesOf('2025-12-30', '30 Dec   Payment')).toEqual([]);
  });
});
