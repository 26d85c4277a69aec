import JSZip from 'jszip';
import { invoiceDocx } from '../../../fixtures/docx/invoice-docx.js';
import { facturx } from '../../../fixtures/invoice/facturx.js';
import { invoicePdf } from '../../../fixtures/pdf/invoice-pdf.js';
import { sample } from '../../../fixtures/sample.js';
import { at, rawPdf } from '../../../plugins/converters/raw-pdf.js';
import { encryptedPdf } from '../../../server/hostile/encrypted-pdf.js';

/** PDFs as one character per byte. Handwritten ones are uncompressed, so that an edit changes what it touches. */
export async function pdfSeeds(): Promise<readonly string[]> {
  const invoice = sample();
  const lines = ['Invoice 42', 'Widget 2 50.00 100.00', 'Subtotal 100.00', 'VAT 20 % 20.00', 'Total 120.00'];
  const content = lines.map((line, index) => at(50, 700 - index * 20, line)).join('');
  const xml = facturx(invoice).replaceAll(/\P{ASCII}/gu, '?');
  const attached = [
    '<< /Type /Filespec /F (factur-x.xml) /UF (factur-x.xml) /EF << /F 5 0 R >> >>',
    `<< /Type /EmbeddedFile /Length ${xml.length} >>\nstream\n${xml}\nendstream`,
  ];
  const form = ['<< /Type /Annot /Subtype /Widget /FT /Tx /T (total) /V (120.00) /Rect [50 600 200 620] /DA (/F1 12 Tf) >>'];
  const picture = `<< /Type /XObject /Subtype /Image /Width 4 /Height 4 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 16 >>\nstream\n${'a'.repeat(16)}\nendstream`;
  const files = [
    rawPdf([{ content }]),
    rawPdf([{ content }, { content: at(50, 700, 'Page 2'), entries: '/Rotate 90 /CropBox [0 0 300 400]' }]),
    rawPdf([{ content }], { objects: attached, catalog: '/Names << /EmbeddedFiles << /Names [(factur-x.xml) 4 0 R] >> >>' }),
    rawPdf([{ content, entries: '/Annots [4 0 R]' }], { objects: form, catalog: '/AcroForm << /Fields [4 0 R] >>' }),
    rawPdf([{ content: `${content}q 200 0 0 100 50 50 cm /X1 Do Q`, resources: '/XObject << /X1 4 0 R >>' }], { objects: [picture] }),
    encryptedPdf(lines, { user: '', owner: 'owner' }),
    await invoicePdf(invoice),
  ];
  return files.map((bytes) => Buffer.from(bytes).toString('latin1'));
}

/** The unpacked parts of a DOCX by name. */
export async function docxSeed(): Promise<Readonly<Record<string, string>>> {
  const archive = await JSZip.loadAsync(await invoiceDocx(sample()));
  const parts = Object.values(archive.files).filter(({ dir }) => !dir);
  return Object.fromEntries(await Promise.all(parts.map(async (part) => [part.name, await part.async('string')] as const)));
}
