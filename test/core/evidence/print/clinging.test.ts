import { expect, it } from 'vitest';
import { clingingLabel } from '../../../../core/evidence/print/clinging.js';

it.each([
  ['#00042', '#'],
  ['n°562044', 'n°'],
  ['Nº000.000.002', 'Nº'],
  ['№17', '№'],
  ['No.123', 'No.'],
  ['Beleg-Nr.:1425', 'Beleg-Nr.:'],
  ['INV#88', 'INV#'],
])('parts the sign of %s from its number', (word, sign) => {
  expect(clingingLabel(word)).toBe(sign);
});

it.each(['00042', 'A.123', 'RE-2026', '12:30', 'EUR5', '#'])('leaves %s whole', (word) => {
  expect(clingingLabel(word)).toBe('');
});
