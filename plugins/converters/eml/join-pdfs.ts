import { PDFDocument } from 'pdf-lib';
import type { Page } from '../../../core/index.js';
import { type Handle, type Pdfium, withDocument } from '../../pdfium/pdfium.js';
import { importPages, savedBytes } from '../../pdfium/save-pages.js';
import { RefusalError } from '../../sandbox/protocol.js';

/** Pages, and a PDF with as many of them; absent where they are words only. */
interface JoinedPart {
  readonly pages: readonly Page[];
  readonly pdf: Uint8Array | undefined;
}

/** One PDF in which every page has the number that it has in the mail; pages of words only are empty. @throws RefusalError */
export async function joinPdfs(pdfium: Pdfium, parts: readonly JoinedPart[]): Promise<Uint8Array> {
  const files = await Promise.all(parts.map(async ({ pages, pdf }) => ({ count: pages.length, bytes: pdf ?? (await empty(pages)) })));
  const to = pdfium._FPDF_CreateNewDocument();
  try {
    let at = 0;
    for (const { count, bytes } of files) {
      withDocument(pdfium, bytes, (from) => appended(pdfium, { from, to }, { count, at }));
      at += count;
    }
    return savedBytes(pdfium, to);
  } finally {
    if (to) pdfium._FPDF_CloseDocument(to);
  }
}

function appended(
  pdfium: Pdfium,
  documents: { readonly from: Handle; readonly to: Handle },
  { count, at }: { readonly count: number; readonly at: number },
): void {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  if (!importPages(pdfium, documents, all, at)) throw new RefusalError('unreadable');
}

/** A page may be longer than a PDF allows, so empty pages are small: nothing on them is looked at. */
async function empty(pages: readonly Page[]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  for (const _ of pages) pdf.addPage([595, 842]);
  return pdf.save();
}
