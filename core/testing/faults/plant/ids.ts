import { squash } from '../../../text.js';
import { isRight } from '../exhibits/same-value.js';
import type { FaultLeaf } from '../exhibits/sheet.js';
import { withHeader } from '../exhibits/sheet.js';
import type { Fault } from '../fault.js';
import { misread, requoted, swappedDigits } from './leaves.js';

export const numberDigitSwap: Fault = {
  number: 18,
  name: 'invoice number digit swap',
  standard: 'leaves',
  plant: (exhibit, random) => {
    const mark = exhibit.sheet.header.invoice_number;
    if (!mark?.value) return [];
    const leaf: FaultLeaf = { path: '$.invoice_number', name: 'invoice_number', mark };
    const value = swappedDigits(mark.value, random, (text) => squash(text) !== squash(mark.value ?? ''));
    return value === undefined || !isRight(exhibit, leaf) ? [] : misread(exhibit, leaf, requoted(mark, value));
  },
};

export const ibanDigitSwap: Fault = {
  number: 21,
  name: 'IBAN digit swap',
  standard: 'leaves',
  plant: ({ sheet, iban }, random) => {
    const value = iban?.value && swappedDigits(iban.value, random, (text) => squash(text) !== squash(iban.value ?? ''));
    const mark = iban && value ? requoted(iban, value) : undefined;
    return mark ? [{ sheet: withHeader(sheet, { iban: mark }), targets: ['$.iban'] }] : [];
  },
};
