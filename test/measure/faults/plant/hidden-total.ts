import JSZip from 'jszip';
import { PDFDocument, popGraphicsState, pushGraphicsState, setTextRenderingMode, TextRenderingMode } from 'pdf-lib';
import type { SourceFile } from '../../../../core/index.js';
import { numbersIn } from '../../../../core/text.js';
import type { Fault } from '../../../kit/fault.js';
import { isAmount, misread, swappedDigits } from '../../../kit/plant-values.js';
import { canMean } from '../../../kit/same-value.js';
import type { FaultLeaf } from '../../../kit/sheet.js';

/** Writes an invisible total into the document and has the reading take it. Skips documents that cannot be rewritten. */
export const hiddenTotal: Fault = {
  number: 25,
  name: 'hidden-text injection',
  standard: 'leaves',
  plant: async (exhibit, random) => {
    const mark = exhibit.sheet.header.total;
    if (!mark?.value) return [];
    const leaf: FaultLeaf = { path: '$.total', name: 'total', mark };
    const isNew = (text: string): boolean =>
      isAmount(text) && !canMean(exhibit, leaf, text) && numbersIn(text).every((amount) => exhibit.index.amountsAt(amount).length === 0);
    const value = swappedDigits(mark.value.replace(/[^\d.,]/g, ''), random, isNew);
    const quote = `Total ${value}`;
    const file = value === undefined ? undefined : await withHidden(exhibit.file, quote);
    return file ? misread(exhibit, leaf, { value: value ?? null, quote, page: 1 }).map((planted) => ({ ...planted, file })) : [];
  },
};

async function withHidden(file: SourceFile, text: string): Promise<SourceFile | undefined> {
  try {
    const bytes =
      Buffer.from(file.bytes.subarray(0, 2)).toString() === 'PK' ? await inDocx(file.bytes, text) : await inPdf(file.bytes, text);
    return bytes && { ...file, bytes };
  } catch {
    return undefined; // The document is encrypted or too broken for the library that writes it.
  }
}

async function inPdf(bytes: Uint8Array, text: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false }); // The bytes must be the same each time, so that cached OCR results are found.
  const page = document.getPage(0);
  page.pushOperators(pushGraphicsState(), setTextRenderingMode(TextRenderingMode.Invisible));
  page.drawText(text, { x: page.getWidth() / 2, y: page.getHeight() / 3, size: 10 });
  page.pushOperators(popGraphicsState());
  return document.save();
}

/** A paragraph of hidden characters at the start of the body. Source: ECMA-376-1, 17.3.2.41 (vanish). */
async function inDocx(bytes: Uint8Array, text: string): Promise<Uint8Array | undefined> {
  const archive = await JSZip.loadAsync(bytes);
  const body = await archive.file('word/document.xml')?.async('string');
  if (body === undefined) return undefined;
  const paragraph = `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
  archive.file(
    'word/document.xml',
    body.replace(/<w:body[^>]*>/, (opening) => opening + paragraph),
  );
  return archive.generateAsync({ type: 'uint8array' });
}
