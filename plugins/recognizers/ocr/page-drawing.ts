import { pageGeometryOf } from '../../pdfium/page-geometry.js';
import type { Pdfium } from '../../pdfium/pdfium.js';
import { type PageBitmap, renderGrey } from '../../pdfium/render-grey.js';
import { RefusalError } from '../../sandbox/refusal.js';
import { textHeight } from './text-height.js';

/** A page that can be drawn at any resolution, rotated clockwise by quarter turns. */
export interface PageDrawing {
  draw(dpi: number, quarters?: number): PageBitmap;
}

/** Opens one page of a PDF, counted from 1, for the duration of `work`. @throws RefusalError when there is no such page. */
export async function withPageDrawing<T>(
  pdfium: Pdfium,
  bytes: Uint8Array,
  page: number,
  work: (drawing: PageDrawing) => Promise<T>,
): Promise<T> {
  const at = pdfium._malloc(bytes.length);
  pdfium.HEAPU8.set(bytes, at);
  const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0);
  const opened = document ? pdfium._FPDF_LoadPage(document, page - 1) : 0;
  try {
    if (!opened) throw new RefusalError('unreadable');
    const geometry = pageGeometryOf(pdfium, opened);
    return await work({ draw: (dpi, quarters = 0) => renderGrey(pdfium, opened, geometry, dpi, quarters) });
  } finally {
    if (opened) pdfium._FPDF_ClosePage(opened);
    if (document) pdfium._FPDF_CloseDocument(document);
    pdfium._free(at);
  }
}

/** The resolution at which the height of letters is measured. */
const coarseDpi = 100;
/** The limits of the resolution, and the one for pages with too little text to measure. */
const maxDpi = 300;
const minDpi = 30;
const defaultDpi = 150;

/** Measures the letters of a page once, and returns the resolution in dots per inch at which letters have a given height in dots. */
export function dpiForLetters(drawing: PageDrawing): (letters: number) => number {
  const height = textHeight(drawing.draw(coarseDpi));
  return (letters) => (height === undefined ? defaultDpi : Math.min(Math.max((coarseDpi * letters) / height, minDpi), maxDpi));
}
