import { expect, it } from 'vitest';
import { clingingLabel, clingingRate, withoutNumberSign, withoutSeparators } from '../../../../core/evidence/print/affixes.js';

it.each([
  ['#00042', '#'],
  ['#MON-36', '#'],
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

it.each([
  ['#MON-36', 'MON-36'],
  ['Nº 000.002', '000.002'],
  ['№17', '17'],
  ['INV#36', 'INV#36'],
  ['#', '#'],
])('a number is %s without its sign: %s', (printed, number) => {
  expect(withoutNumberSign(printed)).toBe(number);
});

it.each([
  ['VAT(20%)', '20%'],
  ['KDV(%20)', '%20'],
  ['TVA(5,5%):', '5,5%'],
  ['Item(20)', undefined],
  ['(20%)', undefined],
])('parts the rate in %s from its tax', (word, rate) => {
  expect(clingingRate(word)).toBe(rate);
});

it.each([
  ['INV-36 ·', 'INV-36'],
  ['| Acme GmbH •', 'Acme GmbH'],
  ['A·36', 'A·36'],
  ['·', '·'],
])('a text is %s without the marks that part it from its neighbours: %s', (printed, text) => {
  expect(withoutSeparators(printed)).toBe(text);
});
