import { describe, expect, it } from 'vitest';
import { cellsOf, drawn, text, valuesOf } from './page.js';

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

describe('the local reader takes for a VAT number', () => {
  it('what has its shape behind the name of the tax', async () => {
    const letterhead = 'Harbour Lane Joinery Ltd\n14 Quay Street, Galway · VAT IE6388047V · accounts@harbour.example\n\nTotal   42.00';
    expect(await valuesOf(letterhead, { seller_tax_id: text, vat_number: text })).toEqual({
      seller_tax_id: 'IE6388047V',
      vat_number: 'IE6388047V',
    });
    expect(await valuesOf('Net 100.00\nVAT 19.00\nTotal   119.00', { seller_tax_id: text })).toEqual({});
  });
});

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

it('the local reader takes no fax for a telephone', async () => {
  const asked = { phone: text, phones: { type: 'array', items: text } };
  expect(await valuesOf('Fax: (503) 555-3547\nPhone: (503) 555-3546', asked)).toEqual({
    phone: '(503) 555-3546',
    'phones[0]': '(503) 555-3546',
  });
  expect(await valuesOf('Fax: (503) 555-3547', asked)).toEqual({});
  expect(await valuesOf('Tel./Fax: (503) 555-3547', { phone: text })).toEqual({ phone: '(503) 555-3547' });
});

it('the local reader leaves the dash behind a label before the number', async () => {
  expect(await valuesOf('Acme Ltd\nGSTIN - 27AABCD3982G2ZK', { seller: { type: 'object', properties: { gstin: text } } })).toEqual({
    'seller.gstin': '27AABCD3982G2ZK',
  });
});

it('the local reader leaves the kind of a tax number before it', async () => {
  const page = 'From:\nAcme Trading Ltd\nTax ID:\nFC: 201/113/40209';
  expect(await valuesOf(page, { seller: { type: 'object', properties: { tax_id: text } } })).toEqual({ 'seller.tax_id': '201/113/40209' });
  // A number of a tax office is no VAT number.
  expect(await valuesOf(page, { seller: party })).toEqual({});
});

it('the local reader tells the number of a tax office from a VAT number beside it, and takes no dash behind one', async () => {
  const page = 'Acme Trading GmbH, Ringstrasse 12, 50667 Köln\nSteuernummer 143/211/50834 · USt-IdNr. DE311208845 -';
  const seller = { type: 'object', properties: { steuernummer: text, ust_id: text } };
  expect(await valuesOf(page, { seller })).toEqual({ 'seller.steuernummer': '143/211/50834', 'seller.ust_id': 'DE311208845' });
});

it('is certain of the first of several accounts in a list, and not of one of two that stand apart', async () => {
  const accounts = (between: string) =>
    cellsOf(drawn(`IBAN DE89 3704 0044 0532 0130 00${between}\nIBAN DE02 1203 0000 0000 2020 51`), { iban: text });
  expect((await accounts(''))[0]).toMatchObject({ value: 'DE89 3704 0044 0532 0130 00', confidence: 'certain' });
  expect((await accounts('\nwords'.repeat(9)))[0]).toMatchObject({ confidence: 'unsure' });
});

const numberOf = async (page: string) => (await valuesOf(page, { invoice_number: text }))['invoice_number'];

describe('the local reader takes for the number of an invoice', () => {
  it('digits that could be a day, for nobody parted them', async () => {
    expect(await numberOf('Factuurnummer 20250318')).toBe('20250318');
    expect(await numberOf('Factuurnummer 18-03-2025')).toBeUndefined();
  });

  it('what a label with a hyphen clings to', async () => {
    expect(await numberOf('Rechnungs-Nr.:1425')).toBe('1425');
  });

  it.each([
    ['Numéro de factureF2026-0117', 'F2026-0117'],
    ['FactuurnummerF26-0440', 'F26-0440'],
    ['Invoice NumberSPC-5519', 'SPC-5519'],
    ['Rechnungsnummer4711', '4711'],
  ])('what clings to its label without a sign between: %s', async (page, value) => {
    expect(await numberOf(page)).toBe(value);
  });

  it('the whole of a code that begins like a label', async () => {
    expect(await numberOf('Invoice number: INV4711')).toBe('INV4711');
    expect(await numberOf('Invoice RE4711')).toBe('RE4711');
  });

  it('what stands in brackets, without them', async () => {
    expect(await numberOf('Invoice no: [4711]')).toBe('4711');
  });

  it('the kind of document and its series with it', async () => {
    expect(await numberOf('Número da fatura FT 2025/318')).toBe('FT 2025/318');
    expect(await numberOf('Invoice no EUR 120/1')).toBeUndefined();
  });
});

describe('the number of a customer', () => {
  const numberOn = async (page: string) => (await valuesOf(page, { customer_number: text }))['customer_number'];

  it('is no account at a bank', async () => {
    expect(await numberOn('Bank Name: Severn Bank\nAccount No: 00030340067212')).toBeUndefined();
    expect(await numberOn('Account No: 00030340067212')).toBe('00030340067212');
    expect(await numberOn('Pay at any bank\nCustomer account no: 1234 1234')).toBe('1234 1234');
  });
});

const titleNumberOf = async (page: string) => {
  const [cell] = await cellsOf(drawn(page), { invoice_number: text });
  return cell?.value === null ? null : [cell?.value, cell?.confidence];
};

describe('the local reader finds the number of a document without a label by its title', () => {
  it.each([
    ['in the same text', 'Invoice INV-7'],
    ['behind its code in brackets', 'Handelsrechnung (380) Nr. INV-7'],
    ['in the next text of the row', 'Sales Invoice           INV-7           Date 3 May 2025'],
    ['right under it, at its left edge', 'INVOICE\nINV-7'],
    ['right under it, at its right edge', '              SALES INVOICE\n                      INV-7'],
  ])('%s', async (_, page) => {
    expect(await titleNumberOf(page)).toEqual(['INV-7', 'likely']);
  });

  it.each([
    ['the date', 'INVOICE\n3 May 2025'],
    ['an amount', 'Invoice            119.00'],
    ['a VAT number', 'INVOICE\nDE123456789'],
    ['a quantity', 'Invoice       12.2199'],
    ['a count', 'Invoice       2'],
    ['a text that says what it is', 'INVOICE\nOrder no 4711'],
    ['what stands further down', 'INVOICE\n\n\nAB-7'],
    ['what stands aside', 'INVOICE\n    AB-7 and more'],
  ])('but does not take %s for it', async (_, page) => {
    expect(await titleNumberOf(page)).toBeNull();
  });

  it('guesses a number that is only called one', async () => {
    expect(await titleNumberOf('Sample\nNo: 0001-42')).toEqual(['0001-42', 'guess']);
    expect(await titleNumberOf('Kraxi GmbH          RE-2026-014')).toEqual(['RE-2026-014', 'guess']);
    expect(await titleNumberOf('Kraxi GmbH          RE-2026-014\n                    LS-2026-020')).toBeNull();
    expect(await titleNumberOf('Customer no.        KD-20260')).toBeNull();
    expect(await titleNumberOf('Sample\nNo: 0001-42\nNr. 0001-43')).toBeNull();
  });
});

it('takes for a tax number no letters and number of another one behind it', async () => {
  const vatIdOf = async (line: string) => (await read(page('').replace('office@beta.example', line)))['buyer.vat_id'];
  expect(await vatIdOf('NIP 665-301-42-88 BDO 000148273')).toBe('665-301-42-88');
});
