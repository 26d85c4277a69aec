import type { Picture } from '../../core/index.js';
import { RefusalError } from '../sandbox/refusal.js';
import { pageGeometryOf } from './page-geometry.js';
import type { Pdfium } from './pdfium.js';
import { renderPicture } from './render-picture.js';
import { withDocument } from './with-document.js';

/** A request to draw a page instead of reading the text. */
export interface DrawRequest {
  /** Counted from 1. */
  readonly page: number;
  /** Of the picture, in dots. */
  readonly width?: number;
}

/** Draws one page of a PDF. @throws RefusalError when there is no such page. */
export function drawPage(pdfium: Pdfium, bytes: Uint8Array, { page: number, width }: DrawRequest): Picture {
  return withDocument(pdfium, bytes, (document) => {
    const page = pdfium._FPDF_LoadPage(document, number - 1);
    try {
      if (!page) throw new RefusalError('unreadable');
      return renderPicture(pdfium, page, { ...pageGeometryOf(pdfium, page), ...(width !== undefined && { wanted: width }) });
    } finally {
      if (page) pdfium._FPDF_ClosePage(page);
    }
  });
}
