import { describe, expect, it } from 'vitest';
import { type Json, parseSchema, schemaOfData } from '../../../core/index.js';
import { brokenRules, hasNamespace, ruledSyntax } from '../../../plugins/einvoice/rules/business-rules.js';
import { readAttachment } from '../../../plugins/einvoice/statements.js';
import { xmlTree } from '../../../plugins/einvoice/xml-tree.js';
import { type EInvoiceSyntax, eInvoiceOf } from '../../../server/export/e-invoice/write.js';

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

function written(object: { readonly [name: string]: Json }, syntax: EInvoiceSyntax) {
  const metadata = { processing_time_ms: 0, credits: 0, fallback_triggered: false };
  return eInvoiceOf({ kind: 'answered', file: 'a.pdf', body: { object, metadata } }, parseSchema(schemaOfData(object)), syntax);
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
    const { xml, missing } = written({ ...complete, discount: null }, syntax);
    expect(missing).toEqual([]);
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
    const { xml, missing } = written(discounted, syntax);
    expect([missing, brokenBy(xml)]).toEqual([[], []]);
  });

  it.each(syntaxes)('invents nothing, and names what is required, in %s', (syntax) => {
    const { due_date, seller_country, buyer_country, seller_tax_id, ...known } = complete;
    const lines = known.line_items.map(({ unit, tax_rate, ...line }, at) => (at === 0 ? line : { ...line, unit: 'bundles', tax_rate }));
    const { xml, missing } = written({ ...known, line_items: lines }, syntax);
    expect(missing).toEqual([
      'Due date (BT-9) or payment terms (BT-20)',
      'Seller tax number (BT-31, BT-32)',
      'Seller country code (BT-40)',
      'Buyer country code (BT-55)',
      'VAT breakdown (BG-23)',
      'Unit of the invoiced quantity (BT-130) of each line',
      'Item VAT category code (BT-151) of line 1',
    ]);
    expect(xml.split('\n')[1]).toBe(`<!-- Required by EN 16931 and not known: ${missing.join('; ')} -->`);
    expect(brokenBy(xml).filter((rule) => rule.startsWith('XSD'))).toEqual([]);
    expect(xml).not.toMatch(/CountryID|IdentificationCode|unitCode/);
  });

  it('works out the sums that the standard defines, and no others', () => {
    const { subtotal, amount_due, ...known } = complete;
    expect(written({ ...known, prepaid: 100 }, 'ubl').xml).toMatch(
      /TaxExclusiveAmount currencyID="EUR">150\.00<[\s\S]*PayableAmount currencyID="EUR">72\.50</,
    );
    const { tax, ...less } = known;
    expect(written(less, 'ubl').missing).toEqual(['Total without VAT (BT-109)', 'Total VAT (BT-110)', 'VAT breakdown (BG-23)']);
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
