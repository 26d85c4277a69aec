import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../config/index.js';
import { createEngine, type Engine } from '../../../../core/index.js';
import { workspace } from '../../../config/workspace.js';
import { grayPng } from '../../../fixtures/pdf/png.js';
import { rawXlsx, row, withFormats } from '../../../plugins/converters/raw-xlsx.js';
import { extract, openDoor, play } from '../../support/door.js';
import { filePart, form, schemaPart } from '../../support/form.js';

const wanted = schemaPart(
  JSON.stringify({
    type: 'object',
    properties: {
      invoice_number: { type: 'string' },
      seller_name: { type: 'string' },
      total: { type: 'number' },
      line_items: {
        type: 'array',
        items: {
          type: 'object',
          properties: { description: { type: 'string' }, quantity: { type: 'number' }, amount: { type: 'number' } },
        },
      },
    },
    required: ['invoice_number', 'total'],
  }),
);

/** The invoice of the guide's table in UBL; `before` stands before its root. */
const ubl = (before = ''): Buffer =>
  Buffer.from(`<?xml version="1.0"?>${before}<Invoice xmlns="urn:i" xmlns:cac="urn:a" xmlns:cbc="urn:b"><cbc:ID>U-7</cbc:ID>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty><cac:Party><cac:PartyLegalEntity><cbc:RegistrationName>Muster AG</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
  <cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount currencyID="EUR">119.00</cbc:TaxInclusiveAmount></cac:LegalMonetaryTotal>
  <cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity>4</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="EUR">100.00</cbc:LineExtensionAmount>
  <cac:Item><cbc:Name>Saddle</cbc:Name></cac:Item></cac:InvoiceLine></Invoice>`);
const white = (width: number, height: number): Uint8Array => grayPng(new Uint8Array(width * height).fill(255), width, height);
const ask = (bytes: Uint8Array, name: string) => form(filePart(bytes, name), wanted);

const engineWith = async (files: Readonly<Record<string, string>>): Promise<Engine> =>
  createEngine((await loadConfig({ env: {}, cwd: workspace(files) })).engine);

describe('a server whose configuration names more formats', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await engineWith({ 'vouch.config.yaml': 'converters: [pdf, docx, image, einvoice, eml, xlsx]\nrecognizers: []\n' });
  });
  afterAll(() => engine.close());

  it('takes an invoice in XML at both doors, and answers with what it states and where that is shown', async () => {
    const app = await openDoor({ engine });
    for (const answer of [await extract(app, ask(ubl(), 'rechnung.xml')), await play(app, ask(ubl(), 'rechnung.xml'))]) {
      expect(answer.status).toBe(200);
      expect(answer.body.object).toMatchObject({
        ...{ invoice_number: 'U-7', seller_name: 'Muster AG', total: 119 },
        line_items: [{ description: 'Saddle', quantity: 4, amount: 100 }],
      });
      const entries = answer.body.object._meta.field_confidence as readonly { field: string; page?: number; text?: string }[];
      expect(entries.find(({ field }) => field === '$.total')).toMatchObject({ page: 1, text: 'Total 119' });
    }
  });

  it('takes a picture as a page, without words where no OCR engine is configured', async () => {
    const { status, body } = await extract(await openDoor({ engine }), ask(white(200, 300), 'scan.png'));
    expect([status, body.object.total, body.metadata.credits]).toEqual([200, null, 3]);
  });

  it('takes a workbook, reads it by what its cells show, and has no evidence in what nobody sees', async () => {
    const sheet = [
      row(1, { A: 'Muster AG, Hauptstr. 1, 10115 Berlin' }),
      row(3, { A: 'Invoice number', C: 'U-7' }),
      row(4, { A: 'Invoice date', C: [46000, 1] }),
      row(6, { A: 'Description', B: 'Quantity', C: 'Unit price', D: 'Amount' }),
      row(7, { A: 'Saddle', B: 4, C: [250, 2], D: [1000, 2] }),
      row(8, { A: 'Bell', B: 2, C: [10, 2], D: [20, 2] }),
      row(9, { A: 'Total', D: [9, 2] }, 'hidden="1"'),
      row(10, { C: 'Net', D: [1020, 2] }),
      row(11, { C: 'VAT 19%', D: [193.8, 2] }),
      row(12, { C: 'Total', D: [1213.8, 2] }),
    ];
    const bytes = await rawXlsx({
      sheets: [{ content: `<sheetData>${sheet.join('')}</sheetData>` }],
      styles: withFormats('dd.mm.yyyy', '#,##0.00 [$€-407]'),
    });
    const { status, body } = await extract(await openDoor({ engine }), ask(Buffer.from(bytes), 'book.xlsx'));
    expect(status).toBe(200);
    expect(body.object).toMatchObject({
      ...{ invoice_number: 'U-7', total: 1213.8 },
      line_items: [
        { description: 'Saddle', quantity: 4, amount: 1000 },
        { description: 'Bell', quantity: 2, amount: 20 },
      ],
    });
    const entries = body.object._meta.field_confidence as readonly { field: string; score: number; page?: number; text?: string }[];
    expect(entries.find(({ field }) => field === '$.total')).toMatchObject({ page: 1, text: 'Total 1213.80 €' });
    expect(entries.find(({ field }) => field === '$.total')?.score).toBeGreaterThan(0.85);
  });

  it('takes a mail, and answers with what its attachment states, on the page that it has there', async () => {
    const mail = `From: a@example.com\r\nSubject: Invoice\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nPlease pay\r\n--b\r\nContent-Type: text/xml\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${ubl().toString('base64')}\r\n--b--\r\n`;
    const { status, body } = await extract(await openDoor({ engine }), ask(Buffer.from(mail), 'mail.eml'));
    expect([status, body.object.total, body.object.seller_name]).toEqual([200, 119, 'Muster AG']);
    const entries = body.object._meta.field_confidence as readonly { field: string; page?: number }[];
    expect(entries.find(({ field }) => field === '$.total')?.page).toBe(1);
  });

  it.each([
    ['an XML that loads files', ubl('<!DOCTYPE Invoice [<!ENTITY x SYSTEM "file:///etc/passwd">]>'), /document type definition/],
    ['a broken XML', ubl().subarray(0, 300), /unreadable/],
    ['a picture with too many dots', white(8_000, 6_000), /too many dots/],
    ['a broken picture', Buffer.from(white(200, 300)).subarray(0, 60), /unreadable/],
  ])('says why it cannot read %s', async (_, bytes, reason) => {
    const { body } = await extract(await openDoor({ engine }), ask(bytes, 'file'));
    expect(body.error).toMatchObject({ code: 'EXTRACTION_FAILED', message: expect.stringMatching(reason) });
  });

  it('names its formats where it refuses another', async () => {
    const { status, body } = await extract(await openDoor({ engine }), ask(Buffer.from('<svg/>'), 'drawing.svg'));
    expect([status, body.detail]).toEqual([400, expect.stringMatching(/PDF, DOCX, PNG, JPEG, TIFF.*XML invoice.*EML.*XLSX/)]);
  });
});

it('a server as shipped refuses them, as the specification has it', async () => {
  const engine = createEngine((await loadConfig({ env: {}, cwd: tmpdir() })).engine);
  try {
    const app = await openDoor({ engine });
    for (const bytes of [ubl(), white(20, 30), Buffer.from('From: a@b\nSubject: c\n\nd')]) {
      const { status, body } = await extract(app, ask(bytes, 'file'));
      expect([status, body]).toEqual([400, { detail: 'Unsupported file type. Supported formats: PDF, DOCX' }]);
    }
  } finally {
    await engine.close();
  }
});
