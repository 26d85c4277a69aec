import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, run, scriptedModel, text } from '../../../builders.js';
import { capsOf } from '../../caps-of.js';
import { held, refused } from '../../verdicts.js';

const page = `Acme Trading Ltd
1 Mill Lane
Bristol BS1 6XQ
sales@acmetrading.example

INVOICE F2024-118

Bill to
Beta Stores GmbH
Ringstrasse 12
50667 Köln
VAT ID: DE136695976
Email: office@stores.example

Total   42.00

IBAN: DE89 3704 0044 0532 0130 00`;

const party = { type: 'object', properties: { email: text, vat_id: text, iban: text, city: text } };

const read = async (path: string, value: string) =>
  entryOf(
    await run({
      document: documentOf(page),
      fields: { seller: party, buyer: party },
      tiers: [scriptedModel('reader', [cell(path, value)])],
    }),
    path,
  );

describe('what stands in the block of the other party is refused', () => {
  it.each([
    ['$.seller.email', 'office@stores.example', 'buyer'],
    ['$.seller.city', 'Köln', 'buyer'],
    ['$.buyer.email', 'sales@acmetrading.example', 'seller'],
    ['$.buyer.city', 'Bristol', 'seller'],
  ])('%s: %s', async (path, value, owner) => {
    const { score, reason } = await read(path, value);
    expect({ score, owner: reason.includes(`it belongs to the ${owner}`) }).toEqual({ score: refused, owner: true });
  });
});

describe('what stands in the own block is accepted', () => {
  it.each([
    ['$.buyer.email', 'office@stores.example'],
    ['$.buyer.city', 'Köln'],
    ['$.seller.email', 'sales@acmetrading.example'],
    ['$.seller.iban', 'DE89 3704 0044 0532 0130 00'],
  ])('%s: %s', async (path, value) => {
    expect((await read(path, value)).score).toBeGreaterThanOrEqual(0.85);
  });
});

it('what stands in no block is not taken for the buyer', async () => {
  expect(await read('$.buyer.iban', 'DE89 3704 0044 0532 0130 00')).toMatchObject({
    score: held,
    reason: 'Inferred from header: nothing says that it belongs to the buyer',
  });
});

describe('an account that is debited', () => {
  const debit = async (path: string) =>
    entryOf(
      await run({
        document: documentOf('Acme Ltd\nTotal   42.00\nDirect debit on 20 March from your account DE89 3704 0044 0532 0130 00'),
        fields: { seller: party, buyer: party },
        tiers: [scriptedModel('reader', [cell(path, 'DE89 3704 0044 0532 0130 00')])],
      }),
      path,
    );

  it('is the buyer’s', async () => {
    expect((await debit('$.seller.iban')).reason).toContain('it belongs to the buyer');
    expect((await debit('$.buyer.iban')).score).toBeGreaterThanOrEqual(0.85);
  });
});

const taxedParty = { type: 'object', properties: { vat_id: text } };
const fields = { seller: taxedParty, buyer: taxedParty };
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

  it('is not the seller’s where the page names a buyer alone', () => {
    const thanks = 'Thank you\n'.repeat(6);
    const page = `${thanks}\nBill to\nBeta Stores GmbH\n\nTotal   42.00\n\nVAT no. GB 355 0921 48\n\n${thanks}`;
    expect(labelOf(page, '$.seller.vat_id', 'GB 355 0921 48')).toEqual(['label.unknownRole']);
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
