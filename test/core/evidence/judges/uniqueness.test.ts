import { describe, expect, it } from 'vitest';
import { cell, day, documentOf, entryOf, money, run, scriptedModel, text } from '../../builders.js';
import { capsOf, groundedOn } from '../caps-of.js';
import { accepted, held } from '../verdicts.js';

describe('uniqueness', () => {
  it('counts a date with two readings as one value', async () => {
    const outcome = await run({
      document: documentOf('Invoice date  04/23/2025\nDue date      07/04/2025'),
      fields: { due_date: day },
      tiers: [scriptedModel('reader', [cell('$.due_date', '07/04/2025', { quote: 'Due date 07/04/2025' })])],
    });
    expect(entryOf(outcome, '$.due_date').reason).not.toContain('Multiple values');
    expect(outcome.object).toMatchObject({ due_date: '2025-07-04' });
  });

  const rows = { lines: { type: 'array', items: { type: 'object', properties: { amount: money } } } };
  const fields = { issue_date: day, due_date: day, total: money, tax: money, ...rows };
  const doubtsOf = (page: string, path: string, value: string) =>
    capsOf({ page, fields, path, value }, 'uniqueness').filter((name) => !counts.includes(name));
  const counts: readonly string[] = ['uniqueness.once', 'uniqueness.few', 'uniqueness.many'];

  describe('how often a value is printed', () => {
    it.each([
      ['uniqueness.once', 'Fee 5.00'],
      ['uniqueness.few', 'Fee 5.00\nFee 5.00\nFee 5.00'],
      ['uniqueness.many', 'Fee 5.00\nFee 5.00\nFee 5.00\nFee 5.00'],
    ])('is %s', (name, page) => {
      expect(capsOf({ page, fields, path: '$.lines[0].amount', value: '5.00' }, 'uniqueness')).toEqual([name]);
    });
  });

  describe('another value under the same label', () => {
    it.each([
      ['of a date', 'Invoice date 02.04.2026\nInvoice date 04.04.2026', fields, '$.issue_date', '02.04.2026', ['04.04.2026']],
      [
        'of a number',
        'Invoice number 232431944\nInvoice number 12340801944',
        { invoice_number: text },
        '$.invoice_number',
        '232431944',
        ['12340801944'],
      ],
      [
        'of a name',
        'Seller\nAcme Trading Ltd\n1 Mill Lane, Bristol BS1 6XQ\n\nSeller\nBeta Works GmbH\n10115 Berlin',
        { seller_name: text },
        '$.seller_name',
        'Acme Trading Ltd',
        ['Beta Works GmbH'],
      ],
    ] as const)('is handed on as it is printed: %s', (_, page, asked, path, value, rivals) => {
      expect(groundedOn({ page, fields: asked, path, value }).caps.flatMap((cap) => cap.rivals ?? [])).toEqual(rivals);
    });

    it('is none that stands in a column of items, where the label stands right beside the value', () => {
      const page = 'Date 30.04.2026\n\nHours      Date\n3.5        02.04.2026\n4.0        04.04.2026';
      expect(doubtsOf(page, '$.issue_date', '30.04.2026')).toEqual(['uniqueness.underHeading']);
      expect(doubtsOf(page, '$.issue_date', '04.04.2026')).toEqual(['uniqueness.several']);
    });

    it('is none for a currency: below it stands a day', () => {
      const page = 'Divisa   EUR\nDivisa\n2025-03-12';
      expect(capsOf({ page, fields: { currency: text }, path: '$.currency', value: 'EUR' }, 'uniqueness')).toEqual(['uniqueness.once']);
    });

    it('is one for the number of an invoice that is the number of its order as well, however well it is labelled, and never that number', () => {
      const page = 'Invoice #4417\n\nInvoice         Order ID\nINV-26-61       4417';
      const asked = { page, fields: { invoice_number: text }, path: '$.invoice_number' };
      expect(capsOf({ ...asked, value: '4417' }, 'uniqueness')).toContain('uniqueness.several');
      expect(capsOf({ ...asked, value: 'INV-26-61' }, 'uniqueness')).toEqual(['uniqueness.once']);
      expect(capsOf({ ...asked, page: 'Invoice #4417\nOrder ID 4417', value: '4417' }, 'uniqueness')).toEqual(['uniqueness.few']);
      const named = { ...asked, page: 'Invoice number: 10023\nOrder number: 10023\nReceipt number: 77120' };
      expect(capsOf({ ...named, value: '10023' }, 'uniqueness')).toEqual(['uniqueness.few']);
      expect(capsOf({ ...named, value: '77120' }, 'uniqueness')).toContain('uniqueness.several');
    });

    it('is one where only a preposition stands beside the value', () => {
      const page = 'Behandlung bis 02.04.2026\nZahlbar bis\n30.04.2026';
      expect(doubtsOf(page, '$.due_date', '02.04.2026')).toEqual(['uniqueness.several']);
    });

    it('is none after another noun, where a title opens the row of the value', () => {
      const page = 'Rechnung Nr. 17 vom 30.04.2026\nLieferung gemäß Abruf vom 02.04.2026';
      expect(doubtsOf(page, '$.issue_date', '30.04.2026')).toEqual([]);
      expect(doubtsOf(page, '$.issue_date', '02.04.2026')).toEqual(['uniqueness.several']);
    });

    it('is none that ends a discount for early payment', () => {
      const page = 'Zahlbar netto bis 04.04.2026, 2 % Skonto bis 15.03.2026';
      expect(doubtsOf(page, '$.due_date', '04.04.2026')).toEqual([]);
      expect(doubtsOf(page, '$.due_date', '15.03.2026')).toEqual(['uniqueness.several']);
    });

    it('is none without decimals where the amount is printed with them', () => {
      const page = 'Reverse charge   0,00\nVAT 196 of the directive';
      expect(doubtsOf(page, '$.tax', '0,00')).toEqual([]);
      expect(doubtsOf(page.replace('196', '196,00'), '$.tax', '0,00')).not.toEqual([]);
    });

    it('is none in an empty cell', () => {
      expect(doubtsOf('Total   0.00\nTotal   50.00', '$.total', '50.00')).toEqual([]);
      expect(doubtsOf('Total   40.00\nTotal   50.00', '$.total', '50.00')).not.toEqual([]);
    });

    it('contests a total of zero, whichever of their labels is longer', () => {
      expect(doubtsOf('Total   50.00\nGrand total   0.00', '$.total', '0.00')).not.toEqual([]);
    });

    it('is no rate of exchange', () => {
      const page = 'Total   £6,707.90\nFor information, total in USD (1 GBP = 0.6737 USD)   USD 4,519.11';
      expect(doubtsOf(page, '$.total', '6,707.90')).not.toContain('uniqueness.several');
    });

    it('is none that is the half of a tax which union or state has', () => {
      const page = 'CGST 9%   184.81\nSGST 9%   184.81\nSum   369.62   2423.00';
      expect(doubtsOf(page, '$.tax', '369.62')).toEqual([]);
      expect(doubtsOf(`${page}\nTotal tax   369.62`, '$.tax', '184.81')).not.toEqual([]);
    });

    it('is the sum of two equal halves in one row, whatever their columns are called', () => {
      const page = 'Taxable value   Central Tax   State Tax   Total\n226,281.07      20,365.30     20,365.30   40,730.60';
      expect(doubtsOf(page, '$.tax', '20,365.30')).toContain('uniqueness.part');
      expect(doubtsOf(page, '$.tax', '40,730.60')).not.toContain('uniqueness.part');
      const central = { page, fields: { central_tax: money }, path: '$.central_tax', value: '20,365.30' };
      expect(capsOf(central, 'uniqueness')).not.toContain('uniqueness.part');
    });

    it('is none that stands between a tax and its label', () => {
      expect(doubtsOf('VAT on 690.80 55.95', '$.tax', '55.95')).toEqual([]);
      expect(doubtsOf('VAT on 690.80 55.95', '$.tax', '690.80')).not.toEqual([]);
    });
  });

  describe('another identifier under the same label', () => {
    const text = { type: 'string' };
    const party = { type: 'object', properties: { vat_id: text } };
    const doubted = (page: string, path: string, value: string) =>
      capsOf({ page, fields: { seller: party, buyer: party, vat_id: text }, path, value }, 'uniqueness').filter(
        (name) => !counts.includes(name),
      );

    it('is none that is an amount or a rate', () => {
      const page = 'Acme Ltd\nVAT no. GB 355 0921 48\n\nVAT 20%   48.00\nVAT   191.00';
      expect(doubted(page, '$.seller.vat_id', 'GB 355 0921 48')).toEqual([]);
    });

    it('is none in the block of the other party', () => {
      const page = 'From\nAcme Ltd\nVAT ID EU372041333\n\nBill to\nBeta Stores GmbH\nVAT ID PL5213938224';
      expect(doubted(page, '$.seller.vat_id', 'EU372041333')).toEqual([]);
      expect(doubted(page, '$.vat_id', 'EU372041333')).toEqual(['uniqueness.several']);
    });

    it('is none that is a part of the value', () => {
      const page = 'P.O. NUMBER\nPO-3333';
      expect(capsOf({ page, fields: { order_number: text }, path: '$.order_number', value: 'PO-3333' }, 'uniqueness')).toEqual([
        'uniqueness.once',
      ]);
    });

    it('is one where a VAT number is printed in groups', () => {
      const page = 'VAT ID DE 256 713 380\nVAT ID DE 301 446 298';
      expect(doubted(page, '$.vat_id', 'DE 256 713 380')).toEqual(['uniqueness.several']);
    });

    it('is one under a label that fits either party, where nothing says whose both are', () => {
      const page = 'Acme Ltd   Beta plc\n\nUSt-IdNr.: DE 256 713 380\n\nUSt-IdNr.: DE 301 446 298';
      expect(doubted(page, '$.seller.vat_id', 'DE 256 713 380')).toEqual(['uniqueness.several']);
    });

    it('is none that is the same with the letters of its country', () => {
      expect(doubted('Tax ID 5213938224\nVAT no PL5213938224', '$.vat_id', 'PL5213938224')).toEqual([]);
    });
  });

  describe('another account under the same label', () => {
    const account = (page: string) =>
      capsOf({ page, fields: { iban: { type: 'string' } }, path: '$.iban', value: 'DE89 3704 0044 0532 0130 00' }, 'uniqueness');

    it('is a rival in a list, too: which of them is paid to is a question for a person', () => {
      const page = 'BIC COBADEFF IBAN DE89 3704 0044 0532 0130 00\nBIC BYLADEM1 IBAN DE02 1203 0000 0000 2020 51';
      expect(account(page)).toContain('uniqueness.several');
    });

    it('is one far from it', () => {
      const page = `IBAN DE89 3704 0044 0532 0130 00${'\nwords'.repeat(9)}\nIBAN DE02 1203 0000 0000 2020 51`;
      expect(account(page)).toContain('uniqueness.several');
    });
  });
});

describe('foot date', () => {
  async function scoreOf(top: string) {
    const page = `Alphabet GmbH\n${top}${'\n'.repeat(60)}Date: 30.10.2024  Time: 04:59:13  Page: 1`;
    const outcome = await run({
      document: documentOf(page),
      fields: { invoice_date: day },
      tiers: [scriptedModel('reader', [cell('$.invoice_date', '30.10.2024', { quote: 'Date: 30.10.2024' })])],
    });
    return entryOf(outcome, '$.invoice_date');
  }

  it('doubts an issue date in the page footer when another date stands at the top', async () => {
    expect(await scoreOf('                    Munich, 01.11.2024')).toMatchObject({
      score: held,
      reason: 'Multiple values found: the date in the foot of the page, and 01.11.2024 at its top',
    });
  });

  it('does not doubt it when the date at the top has another meaning or is the same day', async () => {
    expect((await scoreOf('          Delivery date: 01.11.2024')).score).toEqual(accepted);
    expect((await scoreOf('                   Munich, 30.10.2024')).score).toEqual(accepted);
  });
});
