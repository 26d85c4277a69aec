import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, text, valuesOf } from '../page.js';

const party = { type: 'object', properties: { email: text, vat_id: text } };
const read = (page: string) => valuesOf(page, { iban: text, bic: text, seller: party, buyer: party });

const page = (foot: string) => `
Acme Trading Ltd
1 Mill Lane
Bristol BS1 6XQ

Bill to
Beta Stores GmbH
Ringstrasse 12
50667 Köln
office@beta.example

Total   42.00

${foot}`;

describe('the local reader takes for a mailbox', () => {
  it('of each party the one in its block, and of the seller what is nobody’s', async () => {
    expect(await read(page('Questions? billing@north.example'))).toMatchObject({
      'seller.email': 'billing@north.example',
      'buyer.email': 'office@beta.example',
    });
  });

  it('of a party the one in the domain of its name, wherever it stands', async () => {
    expect(await read(page('sales@acmetrading.example   pay@north.example'))).toMatchObject({
      'seller.email': 'sales@acmetrading.example',
    });
  });

  it('none of the other party', async () => {
    expect(Object.keys(await read(page('Thank you')))).not.toContain('seller.email');
  });
});

describe('the local reader takes bank details', () => {
  it('from the middle of a row', async () => {
    expect(await read('Severn Bank · IBAN GB82 WEST 1234 5698 7654 32 · BIC WESTGB2L')).toMatchObject({
      iban: 'GB82 WEST 1234 5698 7654 32',
      bic: 'WESTGB2L',
    });
  });

  it('and no word in capitals for a BIC', async () => {
    expect(await read('PAYMENTS TO SEVERNBANK')).toEqual({});
  });
});

it('the local reader leaves the kind of a tax number before it', async () => {
  expect(await valuesOf('From:\nAcme Trading Ltd\nTax ID:\nFC: 201/113/40209', { seller: party })).toMatchObject({
    'seller.vat_id': '201/113/40209',
  });
});

it('is certain of the first of several accounts in a list, and not of one of two that stand apart', async () => {
  const accounts = (between: string) =>
    cellsOf(drawn(`IBAN DE89 3704 0044 0532 0130 00${between}\nIBAN DE02 1203 0000 0000 2020 51`), { iban: text });
  expect((await accounts(''))[0]).toMatchObject({ value: 'DE89 3704 0044 0532 0130 00', confidence: 'certain' });
  expect((await accounts('\nwords'.repeat(9)))[0]).toMatchObject({ confidence: 'unsure' });
});
