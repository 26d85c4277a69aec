import { AFRelationship, decodePDFRawStream, type PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { type InvoiceRequest, RefusalError } from '../../sandbox/protocol.js';

/**
 * The PDF with an invoice in CII inside, as an alternative of its pages. It is written anew, and nothing of its pages, fonts and colours becomes other
 * than it was, so it is PDF/A-3 only where it was PDF/A-3 before. Sources: Factur-X 1.0, chapter 6; ISO 19005-3, 6.8, for files inside.
 * @throws RefusalError where it cannot be written anew as it is
 */
export async function withInvoice(bytes: Uint8Array, { invoice }: InvoiceRequest): Promise<Uint8Array> {
  const document = await opened(bytes);
  const { catalog, context } = document;
  await document.attach(invoice, fileName, {
    mimeType: 'text/xml',
    description: 'Factur-X invoice',
    afRelationship: AFRelationship.Alternative,
    modificationDate: new Date(),
  });
  const stream = context.stream(metadataOf(catalog), { Type: 'Metadata', Subtype: 'XML' });
  catalog.set(PDFName.of('Metadata'), context.register(stream));
  return document.save({ updateFieldAppearances: false });
}

async function opened(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true });
  } catch (cause) {
    // Errors of pdf-lib have no class of their own once they are compiled.
    const isEncrypted = cause instanceof Error && cause.message.includes('is encrypted');
    throw new RefusalError(isEncrypted ? 'encrypted' : 'unreadable', undefined, { cause });
  }
}

/** As Factur-X 1.0 names the file. */
const fileName = 'factur-x.xml';
const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
/** What a Factur-X says of itself. */
const claims = { DocumentType: 'INVOICE', DocumentFileName: fileName, Version: '1.0', ConformanceLevel: 'EN 16931' } as const;

/** The metadata that the file has, without a claim to be PDF/A-1 or 2, which no file with an invoice inside is, and with what a Factur-X says of itself. */
function metadataOf(catalog: PDFDict): Uint8Array {
  const own = ownMetadata(catalog);
  const kept = /pdfaid:part\s*(?:=\s*["']|>)\s*3\b/.test(own) ? own : own.replace(claimOfPdfA, '');
  const described = kept.replace(/(<pdfaExtension:schemas>\s*<rdf:Bag>)/, (bag) => `${bag}${schema}`);
  const all = described === kept ? `${extension}${stated}` : stated;
  return Buffer.from(
    described.replace(/<\/rdf:RDF>(?![\s\S]*<\/rdf:RDF>)/, (end) => `${all}${end}`),
    'utf8',
  );
}

const claimOfPdfA = /\s+pdfaid:\w+\s*=\s*(?:"[^"]*"|'[^']*')|<pdfaid:(\w+)>[^<]*<\/pdfaid:\1>/g;

/** The XMP of the file; one without content where it has none that can be added to. */
function ownMetadata(catalog: PDFDict): string {
  const stream = catalog.lookup(PDFName.of('Metadata'));
  const text = stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('utf8') : '';
  return /<rdf:RDF[\s>][\s\S]*<\/rdf:RDF>/.test(text) && !text.includes('\ufffd') ? text : empty;
}

const empty = [
  '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
  '</rdf:RDF></x:xmpmeta>',
  '<?xpacket end="w"?>',
].join('\n');

const stated = `<rdf:Description rdf:about="" xmlns:fx="${namespace}">${Object.entries(claims)
  .map(([name, value]) => `<fx:${name}>${value}</fx:${name}>`)
  .join('')}</rdf:Description>\n`;

/** PDF/A wants every property that it does not know described. Source: ISO 19005-3, 6.6.2.3.3. */
const schema = `<rdf:li rdf:parseType="Resource" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${Object.keys(
  claims,
)
  .map(
    (name) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${name} of the invoice inside</pdfaProperty:description></rdf:li>`,
  )
  .join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`;
const extension = `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"><pdfaExtension:schemas><rdf:Bag>${schema}</rdf:Bag></pdfaExtension:schemas></rdf:Description>\n`;
