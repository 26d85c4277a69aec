import { expect, it } from 'vitest';
import { hasLegalForm, hasPostalCode, isCompany } from '../../../../core/evidence/print/addresses.js';

it.each([
  'Acme Ltd',
  'Acme, Inc.',
  'Muster GmbH & Co. KG',
  'MAIF SA',
  'Fiskars Oy',
  'Hans Meier e.K.',
  'Delta Sp. z o.o.',
  'Delta spol. s r.o.',
  'Baltic UAB',
  'Vänern Handels AB',
  'Osaühing Tamm OÜ',
  'Alfa d.o.o.',
  'Gamma S.r.l.s.',
  'Kanzlei Adler PartG mbB',
  'Sinar Jaya Sdn Bhd',
  'Delta, S.A. de C.V.',
  'Rubio y Asociados S.L.P.',
  'Marlow Architects, PC',
])('%s is a company', (line) => {
  expect(isCompany(line)).toBe(true);
});

it.each([
  'ABC World News Sa',
  'same as above',
  'GmbH',
  'Acme Ltd pays within 30 days',
  'Anna Co-Autorin',
  'Sdn Bhd',
  'GmbH & Co. KG',
  'uab',
  'Gaming PC',
])('%s is not a company', (line) => {
  expect(isCompany(line)).toBe(false);
});

it('does not take a word in a sentence for a legal form', () => {
  expect(['Muster AG Berlin', 'Acme Ltd, London', 'Hans Meier e.K.'].every(hasLegalForm)).toBe(true);
  expect(['SDN BHD', 'GmbH & Co. KG', 'S.A.', 'Co., Ltd.'].some(hasLegalForm)).toBe(false);
  expect(['Same as recipient', 'paid by co worker'].some(hasLegalForm)).toBe(false);
});

it.each(['12345 Springfield', '88802Spielkreis', 'Lakeside, OR 97000', 'AB12 3CD'])('%s has a postal code', (line) => {
  expect(hasPostalCode(line)).toBe(true);
});

it.each(['February 2020', 'Mai 2020', '16.02.2020'])('%s has no postal code', (line) => {
  expect(hasPostalCode(line)).toBe(false);
});

it.each(['113 59 Stockholm', 'Skogsvägen 4, 411 05 Göteborg', '00-238 Warszawa', 'ul. Długa 31, 31-147 Kraków', '110 00 Praha'])(
  '%s has a postal code in two groups',
  (line) => {
    expect(hasPostalCode(line)).toBe(true);
  },
);

it.each(['100 25', 'Order 100 25 Kg', '555 10 12', '12-300'])('%s has none', (line) => {
  expect(hasPostalCode(line)).toBe(false);
});
