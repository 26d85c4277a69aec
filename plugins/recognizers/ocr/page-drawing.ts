import { pageGeometryOf } from '../../pdfium/page-geometry.js';
import type { Pdfium } from '../../pdfium/pdfium.js';
import { type PageBitmap, renderGrey } from '../../pdfium/render-grey.js';
import { Refused } from '../../sandbox/inside/refused.js';

/** A page that can be drawn as finely as one likes, turned clockwise by quarters. */
export interface PageDrawing {
  draw(dpi: number, quarters?: number): PageBitmap;
}

/** Opens one page of a PDF, counted from 1, for as long as `work` takes. @throws Refused when there is no such page. */
export async function withPageDrawing<T>(
  pdfium: Pdfium,
  bytes: Uint8Array,
  page: number,
  work: (paper: PageDrawing) => Promise<T>,
): Promise<T> {
  const at = pdfium._malloc(bytes.length);
  pdfium.HEAPU8.set(bytes, at);
  const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0);
  const opened = document ? pdfium._FPDF_LoadPage(document, page - 1) : 0;
  try {
    if (!opened) throw new Refused('unreadable');
    const sheet = pageGeometryOf(pdfium, opened);
    return await work({ draw: (dpi, quarters = 0) => renderGrey(pdfium, opened, sheet, dpi, quarters) });
  } finally {
    if (opened) pdfium._FPDF_ClosePage(opened);
    if (document) pdfium._FPDF_CloseDocument(document);
    pdfium._free(at);
  }
}
