import { expect, it } from 'vitest';
import { isCompany } from '../../../../core/evidence/print/addresses.js';

it.each(['Acme Ltd', 'Acme, Inc.', 'Muster GmbH & Co. KG', 'MAIF SA', 'Fiskars Oy', 'Hans Meier e.K.'])('%s is a company', (line) => {
  expect(isCompany(line)).toBe(true);
});

it.each(['ABC World News Sa', 'same as above', 'GmbH', 'Acme Ltd pays within 30 days', 'Anna Co-Autorin'])('%s is none', (line) => {
  expect(isCompany(line)).toBe(false);
});
