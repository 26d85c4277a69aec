import { describe, expect, it } from 'vitest';
import { capsOf } from '../../caps-of.js';

const text = { type: 'string' };
const party = { type: 'object', properties: { vat_id: text } };
const fields = { seller: party, buyer: party };
const labelOf = (page: string, path: string, value: string) => capsOf({ page, fields, path, value }, 'label');

const letter = (last: string) => `Acme Trading Ltd
1 Mill Lane
Bristol BS1 6XQ

INVOICE F2024-118

Bill to
Beta Stores GmbH
Ringstrasse 12
50667 Köln

Total   42.00

${last}`;

describe('a tax number that no heading names', () => {
  it('is the seller’s where it stands in nobody’s block and is the only one', () => {
    expect(labelOf(letter('VAT no. GB 355 0921 48'), '$.seller.vat_id', 'GB 355 0921 48')).toEqual(['label.shared']);
  });

  it('is nobody’s where another one is printed', () => {
    const page = letter('VAT no. GB 355 0921 48\nVAT no. DE136695976');
    expect(labelOf(page, '$.seller.vat_id', 'GB 355 0921 48')).toEqual(['label.unknownRole']);
  });

  it('is not the buyer’s only because it is printed', () => {
    expect(labelOf(letter('VAT no. GB 355 0921 48'), '$.buyer.vat_id', 'GB 355 0921 48')).toEqual(['label.unknownRole']);
  });

  it('needs no label where its shape proves it', () => {
    const till = [
      'Corner Café',
      '1 Mill Lane',
      '',
      ...Array.from({ length: 8 }, () => 'Coffee   4.00'),
      '',
      'DE136695976',
      ...Array.from({ length: 8 }, () => 'Thank you'),
    ].join('\n');
    expect(labelOf(till, '$.seller.vat_id', 'DE136695976')).toEqual(['label.place']);
  });
});
