import JSZip from 'jszip';
import { PDFDocument, popGraphicsState, pushGraphicsState, setTextRenderingMode, TextRenderingMode } from 'pdf-lib';
import type { SourceFile } from '../../../core/index.js';
import { numbersIn } from '../../../core/text.js';
import type { Fault } from '../../kit/fault.js';
import { isAmount, misread, rightLeaves, swappedDigits } from '../../kit/plant-values.js';
import { readingFaults } from '../../kit/reading-faults.js';
import { canMean } from '../../kit/same-value.js';
import { type FaultLeaf, isLine, withMark } from '../../kit/sheet.js';

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

/** A file holds a second document, and one header value is taken from there. */
export const secondDocument: Fault = {
  number: 30,
  name: 'value of a second document',
  standard: 'leaves',
  plant: async (exhibit, random) => {
    const { other } = exhibit;
    if (!other) return [];
    const headers = rightLeaves(exhibit).filter(({ path }) => !isLine(path));
    const taken = random.shuffled(rightLeaves(other).filter((leaf) => isOfAnother(leaf))).slice(0, most);
    const file = taken.length === 0 ? undefined : await joined(exhibit.file, other.file);
    if (!file) return [];
    return taken.map((leaf) => {
      const { value, quote, page } = leaf.mark;
      const mark = { value, quote, page: page === null ? null : page + exhibit.document.pages.length };
      return { sheet: withMark(exhibit.sheet, leaf, mark), targets: [leaf.path], file };
    });

    function isOfAnother({ path, name, mark }: FaultLeaf): boolean {
      return headers.some((leaf) => leaf.path === path) && !canMean(exhibit, { path, name }, mark.value ?? '');
    }
  },
};

/** So many values are taken from each second document, one at a time. */
const most = 4;

/** The pages of both; undefined where one of them is no PDF, or is encrypted or too broken for the library that writes it. */
async function joined(first: SourceFile, second: SourceFile): Promise<SourceFile | undefined> {
  try {
    const strictly = { updateMetadata: false, throwOnInvalidObject: true };
    const [document, other] = [await PDFDocument.load(first.bytes, strictly), await PDFDocument.load(second.bytes, strictly)];
    for (const page of await document.copyPages(other, other.getPageIndices())) document.addPage(page);
    return { ...first, bytes: await document.save() };
  } catch {
    return undefined;
  }
}

/** All faults, by their numbers: those of a reading, and two that change the document. */
export const faults: readonly Fault[] = [...readingFaults, hiddenTotal, secondDocument].toSorted((a, b) => a.number - b.number);
