import { importPages } from '../../pdfium/import-pages.js';
import type { Pdfium } from '../../pdfium/pdfium.js';
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
      if (!importPages(pdfium, { from, to }, pages)) throw new RefusalError('unreadable');
      return savedBytes(pdfium, to);
    } finally {
      if (to) pdfium._FPDF_CloseDocument(to);
    }
  });
}
