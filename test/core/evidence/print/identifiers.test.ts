import { describe, expect, it } from 'vitest';
import type { Word } from '../../../../core/contracts/document.js';
import {
  bareTaxNumber,
  bicHolds,
  ibanHolds,
  idWords,
  isCountryCode,
  isCurrencyCode,
  luhn,
  vatIdShape,
} from '../../../../core/evidence/print/identifiers.js';

describe('ibanHolds', () => {
  it('accepts right check digits with any spacing', () => {
    expect(['DE89 3704 0044 0532 0130 00', 'GB82WEST12345698765432', 'CH93 0076 2011 6238 5295 7'].map(ibanHolds)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('rejects swapped digits and other texts', () => {
    expect(['DE89 3704 0044 0532 0103 00', 'DE89', '', 'INVOICE 12'].map(ibanHolds)).toEqual([false, false, false, false]);
  });

  it('rejects what is shorter than the accounts of its country, though its check digits are right by chance', () => {
    expect(ibanHolds('AT69 2701 5532 6672')).toBe(false);
  });
});

it('luhn accepts only a right check digit', () => {
  expect(['79927398713', '4539 1488 0343 6467', '79927398710', '0', 'abc'].map(luhn)).toEqual([true, true, false, false, false]);
});

it('vatIdShape knows the shapes of European VAT numbers', () => {
  expect(
    ['DE 123 456 789', 'FR 40 303265045', 'NL123456789B01', 'ATU12345678', 'ESB12345678', 'CHE-123.456.788 MWST', 'GB 123 4567 89'].map(
      vatIdShape,
    ),
  ).toEqual(Array(7).fill('valid-shape'));
  expect(['DE12345678', 'ATU1234567', '12-3456789', '12/345/67890', 'IN27AAPFU0939F1ZV', ''].map(vatIdShape)).toEqual([
    'wrong-shape',
    'wrong-shape',
    'unknown',
    'unknown',
    'unknown',
    'unknown',
  ]);
});

it('bicHolds requires a bank, a country and a location', () => {
  expect(['DEUTDEFF', 'deut de ff 500', 'DEUTXXFF', 'DEUTDEF', 'Deutsche Bank'].map(bicHolds)).toEqual([true, true, false, false, false]);
});

it('knows the codes of currencies and countries', () => {
  expect([isCurrencyCode('EUR'), isCurrencyCode('eur'), isCurrencyCode('XXY')]).toEqual([true, false, false]);
  expect([isCountryCode('DE'), isCountryCode('UK'), isCountryCode('de')]).toEqual([true, false, false]);
});

it('bareTaxNumber is the number without its country and its register', () => {
  expect(
    ['PL5213938224', 'CHE-123.456.788 MWST', 'ATU57991999', 'ES B-18.314.112', 'NL8152.54.295.B01', '333/4444/4444'].map(bareTaxNumber),
  ).toEqual(['5213938224', '123456788', '57991999', 'B18314112', '815254295B01', '33344444444']);
  expect(bareTaxNumber('DE136695976')).not.toBe(bareTaxNumber('DE136695967'));
});

it('groups of three digits after others are a number, and no prefix that is dialled', () => {
  const inLine = (text: string, gap: number) => {
    let x = 0;
    return text.split(' ').map((word): Word => {
      const box = { x, y: 0, width: word.length * 5, height: 10 };
      x += box.width + gap;
      return { text: word, ocr: false, box };
    });
  };
  expect([...idWords(inLine('20 000 000 €', 2.5))]).toEqual([]);
  expect([...idWords(inLine('1 045 000', 2.5))]).toEqual([]);
  expect([...idWords(inLine('Phone 020 800 4512', 2.5))]).toEqual([1, 2, 3]);
});
