import { describe, expect, it } from 'vitest';
import { numberInWords } from '../../../../core/evidence/caveats/number-words.js';
import type { Page } from '../../../../core/index.js';
import caveats from '../../../../plugins/rules/caveats.js';
import { runRule } from '../../../kit/index.js';
import { documentOf, metaOf, money, pageOf, run, scriptedModel, text } from '../../builders.js';

const body = (title: string, more = '', total = 'Total 1,440.00') => `${title}

Kestrel & Sons Joinery
Invoice number: KS-88213
Oak door        3     400.00     1,200.00
Subtotal 1,200.00
VAT 240.00
${total}
${more}`;

const issues = async (document: string | Page, fields: Readonly<Record<string, object>> = { total: money }): Promise<readonly string[]> =>
  metaOf(await run({ document: documentOf(document), fields, tiers: [scriptedModel('reader', [])] })).issues.filter((issue) =>
    /^page 1, "/.test(issue),
  );

describe('a title says what a document is', () => {
  it.each([
    ['QUOTATION', 'an offer'],
    ['Angebot Nr. 17', 'an offer'],
    ['Devis', 'an offer'],
    ['Proforma-Rechnung', 'a pro forma'],
    ['2. Mahnung', 'it repeats'],
    ['Auftragsbestätigung', 'an order'],
    ['Documento di trasporto', 'it goes with goods'],
    ['Factura rectificativa', 'a credit note'],
  ])('%s', async (title, meaning) => {
    expect(await issues(body(title))).toEqual([expect.stringMatching(`^page 1, "${title}": ${meaning}`)]);
  });

  it('but an invoice that names its offer, its order and its delivery note is an invoice', async () => {
    expect(await issues(body('Invoice', 'Quotation no.: Q-77\nPurchase order: PO-1\nDelivery note: 8812\nReminder fees apply.'))).toEqual(
      [],
    );
  });

  it('and a credit note is no surprise where the schema asks for the type', async () => {
    expect(
      await issues(body('Credit note'), { total: money, document_type: { type: 'string', enum: ['invoice', 'credit_note'] } }),
    ).toEqual([]);
    expect(await issues(body('Credit note'), { total: money, is_credit_note: { type: 'boolean' } })).toEqual([]);
    expect(await issues(body('Quotation'), { total: money, document_type: text })).toHaveLength(1);
  });
});

describe('a stamp', () => {
  const aslant = (word: string): Page => {
    const page = pageOf(body('INVOICE'));
    const box = { x: 150, y: 60, width: 300, height: 400 };
    return { ...page, words: [...page.words, { text: word, box, ocr: false }] };
  };

  it.each([
    ['STORNIERT', 'the document is marked as void'],
    ['DUPLICATA', 'a copy of a document that may have come before'],
    ['BEZAHLT', 'the document is marked as paid'],
    ['DUPLICATE INVOICE', 'a copy of a document that may have come before'],
    ['SPÉCIMEN', 'a draft, a sample or a test'],
  ])('%s aslant over the print is said, with its word', async (word, meaning) => {
    expect(await issues(aslant(word))).toEqual([`page 1, "${word}": ${meaning}`]);
  });

  it('PAID is what a receipt says, and an answer where it is asked for', async () => {
    expect(await issues(body('RECEIPT', 'PAID'))).toEqual([]);
    expect(await issues(body('INVOICE', 'PAID'), { paid: { type: 'boolean' } })).toEqual([]);
    expect(await issues(body('INVOICE', 'PAID'))).toHaveLength(1);
  });

  it('is no word of a sentence or a heading', async () => {
    expect(
      await issues(body('INVOICE', 'Void where prohibited. A copy is kept.\nCopy of passport enclosed\nPaid by    Draft no.')),
    ).toEqual([]);
  });
});

describe('a sentence', () => {
  it.each([
    ['This is not an invoice.', 'it says itself that it is not an invoice'],
    ['Dieses Schreiben ist keine Rechnung.', 'it says itself that it is not an invoice'],
    ['All amounts in thousands of EUR', 'amounts are in thousands'],
    ['Montants en milliers', 'amounts are in thousands'],
    ['IMPORTANT: our bank details have changed.', 'it says that the account to pay to has changed'],
    ['Bitte beachten Sie unsere neue Bankverbindung.', 'it says that the account to pay to has changed'],
  ])('%s', async (sentence, meaning) => {
    expect(await issues(body('INVOICE', sentence))).toEqual([expect.stringContaining(`"${sentence}": ${meaning}`)]);
  });

  it('that warns of such a sentence is none', async () => {
    expect(
      await issues(body('INVOICE', 'We never write that our bank details have changed. If our bank details have changed, call us.')),
    ).toEqual([]);
  });
});

describe('a sum that is said twice', () => {
  it.each([
    ['one thousand four hundred and forty pounds', 1440],
    ['eintausendvierhundertvierunddreißig Euro', 1434],
    ['veertienhonderdveertig euro', 1440],
    ['quatre-vingt-dix-sept euros', 97],
    ['mil cuatrocientos cuarenta euros', 1440],
    ['millequattrocentoquaranta', 1440],
    ['dwieście dziewięćdziesiąt złotych', 290],
    ['thirteen lakhs seventy three thousend', undefined],
    ['forty two only', 42],
    ['only', undefined],
  ])('%s', (words, value) => {
    expect(numberInWords(words.split(' '))).toBe(value);
  });

  it('differs in words and in figures', async () => {
    expect(await issues(body('INVOICE', 'Amount in words: nine thousand pounds'))).toEqual([
      expect.stringContaining('no figure of the document'),
    ]);
    expect(await issues(body('INVOICE', 'Amount in words: one thousand four hundred and forty pounds'))).toEqual([]);
  });

  it('is more than the total, and nothing says why', async () => {
    expect(await issues(body('INVOICE', 'Amount due 2,100.00'))).toEqual([
      expect.stringContaining('"Total 1,440.00 and Amount due 2,100.00"'),
    ]);
    expect(await issues(body('INVOICE', 'Previous balance 660.00\nAmount due 2,100.00'))).toEqual([]);
    expect(await issues(body('INVOICE', 'Paid 440.00\nAmount due 1,000.00'))).toEqual([]);
  });

  it('is marked as a credit', async () => {
    expect(await issues(body('INVOICE', '', 'Total 1,440.00 CR'))).toEqual(['page 1, "1,440.00 CR": the total is marked as a credit']);
  });
});

it('what a line strikes out is said by its words', async () => {
  expect(await issues(pageOf(body('INVOICE'), 1, { traces: [{ kind: 'struck', text: '1,440.00' }] }))).toEqual([
    'page 1, "1,440.00": struck out by a line',
  ]);
});

describe('the rule', () => {
  const asked = async (page: string, options: object = {}) =>
    runRule(caveats, { options: { ...options }, schema: { total: money }, document: documentOf(page), reading: { total: '1,440.00' } });

  it('holds a document that is not to be taken as it stands, and lowers no score', async () => {
    const { checks, held } = await asked(body('QUOTATION'));
    expect(checks).toMatchObject([{ status: 'FAILED', policy: 'hold', actual: 'quotation (page 1, "QUOTATION")' }]);
    expect(held).toEqual(['CAVEATS']);
  });

  it('holds no other, and none of a kind that the host accepts', async () => {
    expect((await asked(body('INVOICE'))).checks).toMatchObject([{ status: 'PASSED' }]);
    expect((await asked(body('QUOTATION'), { accept: ['quotation'] })).held).toEqual([]);
  });
});
