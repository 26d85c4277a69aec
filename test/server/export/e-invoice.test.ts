import { describe, expect, it } from 'vitest';
import { type Json, parseSchema, schemaOfData } from '../../../core/index.js';
import { brokenRules, hasNamespace, ruledSyntax } from '../../../plugins/einvoice/rules/business-rules.js';
import { readAttachment } from '../../../plugins/einvoice/statements.js';
import { xmlTree } from '../../../plugins/einvoice/xml-tree.js';
import { type EInvoiceSyntax, eInvoiceOf } from '../../../server/export/e-invoice/write.js';
import type { ExtractionBody } from '../../../server/wire/extraction.js';

const complete = {
  invoice_number: 'R & D-7',
  issue_date: '2026-01-31',
  due_date: '2026-02-28',
  currency: 'EUR',
  order_number: 'B-1',
  seller_name: 'Shop',
  seller_address: 'Ring 1\n53113 Bonn',
  seller_country: 'DE',
  seller_tax_id: 'DE136695976',
  buyer_name: 'Guest',
  buyer_country: 'FR',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  subtotal: 150,
  tax: 22.5,
  total: 172.5,
  amount_due: 172.5,
  line_items: [
    { description: 'Chair', quantity: 2, unit: 'Stk.', unit_price: 50, tax_rate: 19, amount: 100 },
    { description: 'Book', quantity: 5, unit: 'pcs', unit_price: 10, tax_rate: 7, amount: 50 },
  ],
};

function written(object: { readonly [name: string]: Json }, syntax: EInvoiceSyntax, name?: string) {
  const metadata = { processing_time_ms: 0, credits: 0, fallback_triggered: false };
  const { _meta, ...data } = object;
  const body = { object, metadata, ...(name !== undefined && { schema: { name, version: '1' } }) } as ExtractionBody;
  return eInvoiceOf({ kind: 'answered', file: 'a.pdf', body }, parseSchema(schemaOfData(data)), syntax);
}

function brokenBy(xml: string): readonly string[] {
  const root = xmlTree(Buffer.from(xml), () => true);
  const syntax = root && ruledSyntax(root);
  if (!root || !syntax || !hasNamespace(root)) throw new Error('the XML is no invoice');
  return brokenRules(root, syntax).map(({ rule, sentence }) => `${rule}: ${sentence}`);
}

const syntaxes = ['ubl', 'cii'] as const;

describe('an answer as an electronic invoice', () => {
  it.each(syntaxes)('is valid by EN 16931 where nothing is missing, in %s', (syntax) => {
    const { xml, faults } = written({ ...complete, discount: null }, syntax);
    expect(faults).toEqual([]);
    expect(brokenBy(xml)).toEqual([]);
  });

  it.each(syntaxes)('says what the answer says, in %s', (syntax) => {
    const { xml } = written(complete, syntax);
    const reading = readAttachment(Buffer.from(xml), 'stating');
    const invoice = 'invoice' in reading ? reading.invoice : undefined;
    expect(Object.fromEntries(invoice?.header ?? [])).toMatchObject({
      invoice_number: 'R & D-7',
      issue_date: '2026-01-31',
      due_date: '2026-02-28',
      order_number: 'B-1',
      seller_name: 'Shop',
      seller_tax_id: 'DE136695976',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      subtotal: '150',
      tax: '22.50',
      total: '172.50',
    });
    expect(invoice?.lines.map((line) => Object.fromEntries(line))).toEqual([
      expect.objectContaining({
        line_description: 'Chair',
        line_quantity: '2',
        line_unit_price: '50',
        line_tax_rate: '19',
        line_amount: '100',
      }),
      expect.objectContaining({ line_description: 'Book', line_tax_rate: '7', line_amount: '50' }),
    ]);
  });

  it.each(syntaxes)('is valid with a VAT number that is printed in groups, in %s', (syntax) => {
    for (const [printed, id] of [
      ['IE 6388047V', 'IE6388047V'],
      ['FR 40 303 265 045', 'FR40303265045'],
      ['CHE-116.281.710', 'CHE116281710'],
    ]) {
      const { xml } = written({ ...complete, seller_tax_id: printed ?? '' }, syntax);
      expect([brokenBy(xml), xml.includes(`>${id}<`)]).toEqual([[], true]);
    }
    expect(written({ ...complete, seller_tax_id: '27 123 45678' }, syntax).xml).toContain('>27 123 45678<');
  });

  it.each(syntaxes)('takes a discount from its sum, and one rate for all of it, in %s', (syntax) => {
    const lines = complete.line_items.map(({ tax_rate, ...line }) => line);
    const discounted = {
      ...complete,
      line_items: lines,
      tax_rate: 19,
      discount: -10,
      prepaid: 0,
      subtotal: 140,
      tax: 26.6,
      total: 166.6,
      amount_due: 166.6,
    };
    const { xml, faults } = written(discounted, syntax);
    expect([faults, brokenBy(xml)]).toEqual([[], []]);
  });

  it.each(syntaxes)('invents nothing, and names what is required, in %s', (syntax) => {
    const { due_date, seller_country, buyer_country, seller_tax_id, ...known } = complete;
    const lines = known.line_items.map(({ unit, tax_rate, ...line }, at) => (at === 0 ? line : { ...line, unit: 'bundles', tax_rate }));
    const { xml, faults } = written({ ...known, line_items: lines }, syntax);
    expect(faults).toEqual([
      'ask for due_date, a date, or terms in words (BT-9, BT-20)',
      'ask for seller_tax_id (BT-31, BT-32)',
      'ask for seller_country, two letters such as DE (BT-40)',
      'ask for buyer_country, two letters such as DE (BT-55)',
      'line_items[].tax_rate is not known; it has to be the rates whose taxes add up to the tax (BG-23)',
      'line_items[].unit in each line is not known; it has to be a unit such as pcs or kg (BT-130)',
      'line_items[].tax_rate in line 1 is not known; it has to be above zero, with a vat_category such as E where it is zero (BT-151)',
    ]);
    expect(xml.split('\n')[1]).toBe(`<!-- Not valid by EN 16931: ${faults.join('; ')} -->`);
    expect(brokenBy(xml).filter((rule) => rule.startsWith('XSD'))).toEqual([]);
    expect(xml).not.toMatch(/CountryID|IdentificationCode|unitCode/);
  });

  it('names the field of the schema that does not say what is required', () => {
    const { buyer_country, ...known } = complete;
    expect(written({ ...known, buyer: { country: 'Frankreich' } }, 'ubl').faults).toEqual([
      'buyer.country is not known; it has to be two letters such as DE (BT-55)',
    ]);
  });

  it.each(syntaxes)('says which sums of the standard do not hold, as its own rules find them, in %s', (syntax) => {
    const { xml, faults } = written({ ...complete, subtotal: 140, total: 180, prepaid: 20 }, syntax);
    expect(faults).toEqual([
      'subtotal is not the sum of line_items[].amount with charges and discounts (BR-CO-13): 150 would be right, and 140 is stated',
      'subtotal, tax and total do not add up (BR-CO-15): 162.5 would be right, and 180 is stated',
      'amount_due is not what total leaves after what was paid and rounded (BR-CO-16): 160 would be right, and 172.5 is stated',
    ]);
    const rules = brokenBy(xml).map((broken) => broken.split(':')[0]);
    expect(rules).toEqual(expect.arrayContaining(['BR-CO-13', 'BR-CO-15', 'BR-CO-16']));
  });

  it('works out the sums that the standard defines, and no others', () => {
    const { subtotal, amount_due, ...known } = complete;
    expect(written({ ...known, prepaid: 100 }, 'ubl').xml).toMatch(
      /TaxExclusiveAmount currencyID="EUR">150\.00<[\s\S]*PayableAmount currencyID="EUR">72\.50</,
    );
    const { tax, ...less } = known;
    expect(written(less, 'ubl').faults).toEqual([
      'ask for subtotal (BT-109)',
      'ask for tax (BT-110)',
      'line_items[].tax_rate is not known; it has to be the rates whose taxes add up to the tax (BG-23)',
    ]);
  });

  it('is made of one document with data', () => {
    const metadata = { processing_time_ms: 0, credits: 0, fallback_triggered: false };
    const schema = parseSchema(schemaOfData(complete));
    const one = { object: complete, metadata, pages: [1] };
    const several = { kind: 'answered', file: 'a.pdf', body: { object: null, metadata, documents: [one, one] } } as never;
    expect(() => eInvoiceOf(several, schema, 'cii')).toThrow('about several documents');
    expect(() => eInvoiceOf({ kind: 'refused', file: 'a.pdf', detail: 'x' }, schema, 'cii')).toThrow('no data');
  });
});

describe('a credit note as an electronic one', () => {
  const { invoice_number, iban, bic, due_date, order_number, amount_due, ...sums } = complete;
  const credit = { credit_note_number: 'G-1', invoice_number: 'R-7', payment_terms: 'Set off', ...sums };
  const negative = {
    ...credit,
    subtotal: -150,
    tax: -22.5,
    total: -172.5,
    line_items: credit.line_items.map((line, at) => ({ ...line, ...(at === 0 && { quantity: -2 }), amount: -line.amount })),
  };

  it.each(
    syntaxes.flatMap(
      (syntax) =>
        [
          ['positive', credit, syntax],
          ['negative', negative, syntax],
        ] as const,
    ),
  )('with %s amounts is valid by EN 16931, positive, and names the invoice that it corrects', (_sign, object, syntax) => {
    const { xml, faults } = written(object, syntax);
    expect([faults, brokenBy(xml)]).toEqual([[], []]);
    expect(xml).toMatch(syntax === 'ubl' ? /<CreditNote xmlns="[^"]*CreditNote-2"[\s\S]*CreditNoteTypeCode>381</ : /<ram:TypeCode>381</);
    expect(xml).toMatch(
      syntax === 'ubl'
        ? /BillingReference>\s*<cac:InvoiceDocumentReference>\s*<cbc:ID>R-7</
        : /InvoiceReferencedDocument>\s*<ram:IssuerAssignedID>R-7</,
    );
    expect(xml).not.toMatch(/>-/);
    const reading = readAttachment(Buffer.from(xml), 'stating');
    const read = 'invoice' in reading ? reading.invoice : undefined;
    expect(Object.fromEntries(read?.header ?? [])).toMatchObject({ invoice_number: 'G-1', total: '172.50' });
    expect(read?.lines.map((line) => [line.get('line_quantity'), line.get('line_amount')])).toEqual([
      ['2', '100'],
      ['5', '50'],
    ]);
  });

  it('keeps what it charges beside what it gives back', () => {
    const fee = { description: 'Restocking', quantity: 1, unit: 'pcs', unit_price: 10, tax_rate: 19, amount: 10 };
    const object = { ...negative, subtotal: -140, tax: -20.6, total: -160.6, line_items: [...negative.line_items, fee] };
    const { xml } = written(object, 'ubl');
    expect(brokenBy(xml)).toEqual([]);
    expect(xml).toMatch(/CreditedQuantity unitCode="H87">-1<[\s\S]*PriceAmount currencyID="EUR">10</);
  });

  it.each([
    ['its own number', credit, undefined],
    ['the name of the schema', complete, 'credit_note'],
    ['the type of the document', { ...complete, document_type: 'Gutschrift' }, 'invoice'],
    ['a question', { ...complete, is_credit_note: true }, undefined],
  ])('is known by %s', (_sign, object, name) => {
    expect(written(object, 'cii', name).xml).toContain('<ram:TypeCode>381<');
  });

  const titled = (issue: string) => ({ confidence_score: 0.9, field_confidence: [], issues: [`page 1, "X": ${issue}`] });
  it.each([
    ['the type of the document is not known', { ...complete, document_type: null }, ''],
    ['the type of the document is another one', { ...complete, document_type: 'Quotation' }, ''],
    ['it has no number that says it', { ...sums, number: '7' }, ''],
    ['it is a receipt', { ...sums, receipt_number: '7' }, ''],
    ['it is a receipt by another name', { ...sums, numero_scontrino: '7' }, ''],
    ['it is a statement', { ...sums, statement_number: '7' }, ''],
    ['it may be any voucher', { ...sums, bilagsnummer: '7' }, ''],
    ['it is a reminder of an invoice', { ...complete, reminder_number: 'M-1' }, ''],
    ['it is asked for the number of a credit note, and has none', { ...credit, credit_note_number: null }, ''],
    ['an invoice has a negative total', { ...complete, total: -172.5 }, ': its total is negative'],
    [
      'the page calls itself a credit note',
      { ...complete, _meta: titled('a credit note: the money goes the other way') },
      ': page 1, "X": a credit note: the money goes the other way',
    ],
  ])('is not guessed where %s', (_what, object, why) => {
    expect(() => written(object, 'ubl')).toThrow(
      `The answer does not say for certain whether it is about an invoice or a credit note${why}. Ask for document_type`,
    );
  });

  it('is none where the number of one is only mentioned', () => {
    expect(written({ ...complete, related_credit_note_number: 'G-1' }, 'cii').xml).toContain('<ram:TypeCode>380<');
  });
});
