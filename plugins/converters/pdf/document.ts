import type { DocumentContent } from '../../../core/index.js';
import { withBytes } from '../../pdfium/memory.js';
import type { Handle, Pdfium } from '../../pdfium/pdfium.js';
import { withDocument } from '../../pdfium/with-document.js';
import { RefusalError } from '../../sandbox/refusal.js';
import type { OpenDocument } from './annotations.js';
import { attachmentsOf } from './attachments.js';
import { readPage } from './page.js';

/** Reads a whole PDF. @throws RefusalError with the reason. */
export function readDocument(pdfium: Pdfium, bytes: Uint8Array, maxPages: number): DocumentContent {
  return withDocument(pdfium, bytes, (document) => withForm(pdfium, document, (form) => readPages({ pdfium, document, form }, maxPages)));
}

function readPages(open: OpenDocument, maxPages: number): DocumentContent {
  const count = open.pdfium._FPDF_GetPageCount(open.document);
  if (count < 1) throw new RefusalError('no-pages');
  if (count > maxPages) throw new RefusalError('pages', count);
  const pages = Array.from({ length: count }, (_, index) => readPage(open, index));
  if (pages.every((page) => page.width === 0)) throw new RefusalError('unreadable');
  return { pages, attachments: attachmentsOf(open.pdfium, open.document), chargedPages: count };
}

/** Form field values can only be read in a form environment. Its description has version 1 and no callbacks. */
function withForm<T>(pdfium: Pdfium, document: Handle, work: (form: Handle) => T): T {
  const bytes = 512;
  return withBytes(pdfium, bytes, (info) => {
    pdfium.HEAPU8.fill(0, info, info + bytes);
    pdfium.HEAPU32[info >> 2] = 1;
    const form = pdfium._FPDFDOC_InitFormFillEnvironment(document, info);
    try {
      return work(form);
    } finally {
      if (form) pdfium._FPDFDOC_ExitFormFillEnvironment(form);
    }
  });
}
