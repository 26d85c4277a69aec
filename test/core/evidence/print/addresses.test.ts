import { expect, it } from 'vitest';
import { hasLegalForm, hasPostalCode, isCompany } from '../../../../core/evidence/print/addresses.js';

it.each(['Acme Ltd', 'Acme, Inc.', 'Muster GmbH & Co. KG', 'MAIF SA', 'Fiskars Oy', 'Hans Meier e.K.'])('%s is a company', (line) => {
  expect(isCompany(line)).toBe(true);
});

it.each(['ABC World News Sa', 'same as above', 'GmbH', 'Acme Ltd pays within 30 days', 'Anna Co-Autorin'])('%s is none', (line) => {
  expect(isCompany(line)).toBe(false);
});

it('a legal form is no word of a sentence', () => {
  expect(['Muster AG Berlin', 'Acme Ltd, London', 'Hans Meier e.K.'].every(hasLegalForm)).toBe(true);
  expect(['Same as recipient', 'paid by co worker'].some(hasLegalForm)).toBe(false);
});

it.each(['12345 Springfield', '88802Spielkreis', 'Lakeside, OR 97000', 'AB12 3CD'])('%s is a place with its code', (line) => {
  expect(hasPostalCode(line)).toBe(true);
});

it.each(['February 2020', 'Mai 2020', '16.02.2020'])('%s is none', (line) => {
  expect(hasPostalCode(line)).toBe(false);
});
