import { pageGeometryOf } from '../../pdfium/page-geometry.js';
import type { Pdfium } from '../../pdfium/pdfium.js';
import { type PageBitmap, renderGrey } from '../../pdfium/render-grey.js';
import { RefusalError } from '../../sandbox/refusal.js';
import { textHeight } from './text-height.js';

/** A page that can be drawn at any resolution. Each drawing unpacks its pictures anew, which takes as long as to scale them. */
export interface PageDrawing {
  /** In points, as shown. */
  readonly width: number;
  readonly height: number;
  draw(dpi: number): PageBitmap;
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
    return await work({ ...geometry, draw: (dpi) => renderGrey(pdfium, opened, geometry, dpi) });
  } finally {
    if (opened) pdfium._FPDF_ClosePage(opened);
    if (document) pdfium._FPDF_CloseDocument(document);
    pdfium._free(at);
  }
}

/** A page as it looks from afar, to see how it lies and how large its letters are before it is drawn for reading. */
export interface PageOverview {
  readonly picture: PageBitmap;
  /** The height of letters in dots; undefined where there is too little text to measure. */
  readonly letters: number | undefined;
}

/** The resolution of an overview, and its dots at most: a photograph is a page of two thousand points. */
const overviewDpi = 100;
const maxOverviewDots = 3_000_000;

export function overviewOf(drawing: PageDrawing): PageOverview {
  const finest = 72 * Math.sqrt(maxOverviewDots / Math.max(drawing.width * drawing.height, 1));
  const picture = drawing.draw(Math.min(overviewDpi, finest));
  return { picture, letters: textHeight(picture) };
}

/** The limits of the resolution, and the one for pages with too little text to measure. */
const maxDpi = 300;
const minDpi = 30;
const defaultDpi = 150;

/** The resolution in dots per inch at which letters have this height in dots. */
export function dpiForLetters({ picture, letters }: PageOverview, wanted: number): number {
  return letters === undefined ? defaultDpi : Math.min(Math.max((picture.density * 72 * wanted) / letters, minDpi), maxDpi);
}
