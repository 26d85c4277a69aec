import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, type PDFRawStream } from 'pdf-lib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEngine, type JsonObject, parseSchema, schemaOfData } from '../../../core/index.js';
import docx from '../../../plugins/converters/docx.js';
import pdf from '../../../plugins/converters/pdf.js';
import { facturxOf } from '../../../server/export/e-invoice/facturx.js';
import type { ExtractionBody } from '../../../server/wire/extraction.js';
import { brokenSum } from '../../fixtures/documents.js';
import { invoiceDocx } from '../../fixtures/docx/invoice-docx.js';
import { at, type RawExtras, rawPdf } from '../../plugins/converters/raw-pdf.js';
import { tinyParts } from '../support/tiny-parts.js';

const complete: JsonObject = {
  invoice_number: 'A-7',
  issue_date: '2026-01-31',
  due_date: '2026-02-28',
  currency: 'EUR',
  seller_name: 'Shop',
  seller_country: 'DE',
  seller_tax_id: 'DE136695976',
  buyer_name: 'Guest',
  buyer_country: 'FR',
  subtotal: 100,
  tax: 19,
  total: 119,
  line_items: [{ description: 'Chair', quantity: 2, unit: 'pcs', unit_price: 50, tax_rate: 19, amount: 100 }],
};

const invoice = (extras: RawExtras = {}) => rawPdf([{ content: at(50, 700, 'Total 119.00') }], extras);

/** A PDF whose metadata say this. */
const described = (says: string): Uint8Array => {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${says}</rdf:RDF></x:xmpmeta>`;
  const stream = `<< /Type /Metadata /Subtype /XML /Length ${xmp.length} >>\nstream\n${xmp}\nendstream`;
  return invoice({ objects: [stream], catalog: '/Metadata 4 0 R' });
};

function engine() {
  const opened = createEngine({ ...tinyParts(), converters: [{ plugin: pdf }, { plugin: docx }] });
  onTestFinished(() => opened.close());
  return opened;
}

function made(bytes: Uint8Array, object = complete, opened = engine()): Promise<Uint8Array> {
  const body = { object, metadata: { processing_time_ms: 0, credits: 0, fallback_triggered: false } } as ExtractionBody;
  const answer = { kind: 'answered', file: 'a.pdf', body } as const;
  return facturxOf({ file: { name: 'a.pdf', bytes }, answer, schema: parseSchema(schemaOfData(object)) }, opened);
}

async function metadataOf(bytes: Uint8Array): Promise<string> {
  const { catalog } = await PDFDocument.load(bytes);
  return Buffer.from(decodePDFRawStream(catalog.lookup(PDFName.of('Metadata')) as PDFRawStream).decode()).toString('utf8');
}

describe('an answer as a Factur-X', () => {
  it('is the document with the invoice in CII inside, which is read from there', async () => {
    const opened = engine();
    const bytes = await made(invoice(), complete, opened);
    const { document } = await opened.view({ name: 'a.pdf', bytes });
    expect(document.pages.map(({ words }) => words.map(({ text }) => text))).toEqual([['Total', '119.00']]);
    expect(document.attachments.map(({ name }) => name)).toEqual(['factur-x.xml']);
    expect(Buffer.from(document.attachments[0]?.bytes ?? []).toString()).toMatch(/<ram:ID>A-7<[\s\S]*<ram:GrandTotalAmount>119\.00</);
  });

  it('names the file as an alternative of the document, in its metadata, too', async () => {
    const bytes = await made(invoice());
    const { catalog } = await PDFDocument.load(bytes);
    const file = catalog.lookup(PDFName.of('AF'), PDFArray).lookup(0, PDFDict);
    expect(file.get(PDFName.of('AFRelationship'))).toEqual(PDFName.of('Alternative'));
    const metadata = await metadataOf(bytes);
    expect(metadata).toContain('<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>');
    expect(metadata).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
    expect(metadata).toContain('<pdfaSchema:prefix>fx</pdfaSchema:prefix>');
  });

  it.each([
    ['nothing', '', false],
    [
      'PDF/A-3',
      '<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="3" pdfaid:conformance="B"/>',
      true,
    ],
    [
      'PDF/A-1',
      '<rdf:Description rdf:about=""><pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description>',
      false,
    ],
    ['PDF/A-2', '<rdf:Description rdf:about="" pdfaid:part="2" pdfaid:conformance="B"/>', false],
  ])('claims to be PDF/A-3 only where the document did: one that says %s', async (_what, says, claimed) => {
    const metadata = await metadataOf(
      await made(described(`${says}<rdf:Description rdf:about=""><dc:title>Mine</dc:title></rdf:Description>`)),
    );
    expect([/pdfaid:part/.test(metadata), metadata.includes('<dc:title>Mine</dc:title>')]).toEqual([claimed, true]);
  });

  it('describes its properties beside those that are described', async () => {
    const own =
      '<rdf:Description rdf:about=""><pdfaExtension:schemas><rdf:Bag><rdf:li>mine</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>';
    const metadata = await metadataOf(await made(described(own)));
    expect(metadata.match(/<pdfaExtension:schemas>/g)).toHaveLength(1);
    expect(metadata).toMatch(/<pdfaSchema:prefix>fx<[\s\S]*<rdf:li>mine</);
  });

  it('is refused where the invoice is not complete, or the document cannot have one', async () => {
    const { buyer_country: _, ...incomplete } = complete;
    await expect(made(invoice(), incomplete)).rejects.toThrow(
      'this one is not: ask for buyer_country, two letters such as DE (BT-55). Export .cii.xml instead',
    );
    await expect(made(await invoiceDocx(brokenSum()))).rejects.toThrow('this document is no PDF: export .cii.xml instead');
    await expect(made(await made(invoice()))).rejects.toThrow('The PDF has an XML inside already');
    await expect(made(invoice({ objects: ['<< /Type /Sig /ByteRange [0 1 2 3] >>'] }))).rejects.toThrow('The PDF is signed');
  });
});
