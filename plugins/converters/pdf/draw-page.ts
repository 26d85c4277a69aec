import type { Picture } from '../../../core/index.js';
import { withBytes } from '../../pdfium/memory.js';
import { pageGeometryOf } from '../../pdfium/page-geometry.js';
import type { Pdfium } from '../../pdfium/pdfium.js';
import { renderPicture } from '../../pdfium/render-picture.js';
import { RefusalError } from '../../sandbox/refusal.js';

/** A request to draw a page instead of reading the text. */
export interface DrawRequest {
  /** Counted from 1. */
  readonly page: number;
}

/** Draws one page of a PDF. @throws RefusalError when there is no such page. */
export function drawPage(pdfium: Pdfium, bytes: Uint8Array, { page: number }: DrawRequest): Picture {
  return withBytes(pdfium, bytes.length, (at) => {
    pdfium.HEAPU8.set(bytes, at);
    const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0);
    const page = document ? pdfium._FPDF_LoadPage(document, number - 1) : 0;
    try {
      if (!page) throw new RefusalError('unreadable');
      return renderPicture(pdfium, page, pageGeometryOf(pdfium, page));
    } finally {
      if (page) pdfium._FPDF_ClosePage(page);
      if (document) pdfium._FPDF_CloseDocument(document);
    }
  });
}
