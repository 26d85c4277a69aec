import { withBytes } from '../../pdfium/memory.js';
import type { Handle, Pdfium } from '../../pdfium/pdfium.js';
import { savedBytes } from '../../pdfium/saved-bytes.js';
import { withDocument } from '../../pdfium/with-document.js';
import { RefusalError } from '../../sandbox/refusal.js';
import type { ExcerptRequest } from './excerpt-request.js';

/**
 * Makes a PDF of some pages of another one. Its layers are lost, so that what a layer hid is seen; attachments and links are left behind.
 * @throws RefusalError when a page does not exist
 */
export function excerptPages(pdfium: Pdfium, bytes: Uint8Array, { excerpt: pages }: ExcerptRequest): Uint8Array {
  return withDocument(pdfium, bytes, (from) => {
    const to = pdfium._FPDF_CreateNewDocument();
    try {
      if (!imported(pdfium, { from, to }, pages)) throw new RefusalError('unreadable');
      return savedBytes(pdfium, to);
    } finally {
      if (to) pdfium._FPDF_CloseDocument(to);
    }
  });
}

const imported = (pdfium: Pdfium, { from, to }: { readonly from: Handle; readonly to: Handle }, pages: readonly number[]): boolean =>
  pages.length > 0 &&
  withBytes(pdfium, pages.length * 4, (at) => {
    const indexes = pages.map((page) => page - 1);
    pdfium.HEAP32.set(indexes, at >> 2);
    return pdfium._FPDF_ImportPagesByIndex(to, from, at, pages.length, 0) !== 0;
  });
