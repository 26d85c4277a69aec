import { describe, expect, it } from 'vitest';
import { money, text } from '../builders.js';
import { capsOf, scanOf } from './caps-of.js';

const evidenceOf = (printed: string, value: string, certainty = 0.9) =>
  capsOf(
    { page: scanOf(printed, certainty), fields: { total: money }, path: '$.total', value, said: { quote: `Total ${value}` } },
    'evidence',
  );
const nameOn = (printed: string, value: string) =>
  capsOf({ page: scanOf(printed, 0.9), fields: { seller_name: text }, path: '$.seller_name', value }, 'evidence');

describe('a value that OCR did not find', () => {
  it.each([
    ['clear', 0.9, 'evidence.unseenOnClear'],
    ['fair', 0.8, 'evidence.unseen'],
    ['dim', 0.5, 'evidence.unseenOnDim'],
  ])('weighs as much as OCR of the picture is worth: %s', (_, certainty, name) => {
    expect(evidenceOf('Total 12.34', '98.70', certainty)).toEqual([name]);
  });

  it.each([
    ['Tota1 I20.5O', '120.50'],
    ['Total l,2OO.00', '1,200.00'],
    ['Total 12050', '120.50'],
  ])('may be misread: %s for %s', (printed, value) => {
    expect(evidenceOf(printed, value)).toContain('evidence.misread');
  });

  it.each([
    ['Total 126.50', '120.50'],
    ['Total 102.50', '120.50'],
  ])('was read otherwise where its quote stands beside a number that differs in a digit or two: %s for %s', (printed, value) => {
    expect(evidenceOf(printed, value)).toContain('evidence.readOtherwise');
  });

  it.each([
    ['Total 347.50', '120.50'],
    ['Chair 126.50', '120.50'],
    ['Total 1205.00', '120.50'],
  ])('is another value, not a misread one: %s for %s', (printed, value) => {
    expect(evidenceOf(printed, value)).toEqual(['evidence.unseenOnClear']);
  });

  it('is a name with one letter in eight misread, but never with another legal form or number', () => {
    expect(nameOn('Hardvvare Tradlng House Ltd', 'Hardware Trading House Ltd')).toContain('evidence.misread');
    expect(nameOn('Hardware Trading House Ltd', 'Hardware Trading House LLC')).not.toContain('evidence.misread');
    expect(nameOn('Hardware Trading House 24 GmbH', 'Hardware Trading House 29 GmbH')).not.toContain('evidence.misread');
  });
});

it.each([
  ['VAT(20%)', '20%'],
  ['Hesaplanan KDV(%20)', '%20'],
])('the quote "%s" says the rate in its brackets', (quote, value) => {
  const claim = { page: `${quote}   3.126,17`, fields: { vat_rate: { type: 'number' } }, path: '$.vat_rate', value, said: { quote } };
  expect(capsOf(claim, 'evidence')).toEqual(['evidence.exact']);
});
