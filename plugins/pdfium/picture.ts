import { encode } from 'jpeg-js';
import type { Picture } from '../../core/index.js';
import type { Sheet } from './geometry.js';
import type { Handle, Pdfium } from './pdfium.js';
import { png } from './png.js';

/** Enough to read small print on a screen and on paper. */
const widest = 1_100;
const mostDots = 4_000_000;

/** A page of print is smaller as PNG, and sharper; what is larger than this is a photograph or a scan. */
const largestPng = 400_000;
const jpegQuality = 72;

/** Draws a page in colour as a viewer shows it, in as few bytes as it can be read in. */
export function pictureOf(pdfium: Pdfium, page: Handle, sheet: Sheet): Picture {
  const density = Math.min(widest / Math.max(sheet.width, 1), Math.sqrt(mostDots / Math.max(sheet.width * sheet.height, 1)));
  const width = Math.max(1, Math.round(sheet.width * density));
  const height = Math.max(1, Math.round(sheet.height * density));
  const dots = colours(pdfium, page, { width, height });
  const exact = png(dots, { width, height });
  if (exact.length <= largestPng) return { mediaType: 'image/png', width, height, bytes: exact };
  return { mediaType: 'image/jpeg', width, height, bytes: new Uint8Array(encode({ data: dots, width, height }, jpegQuality).data) };
}

/** pdfium's flags: draw annotations, red before blue. The bitmap format 3 is four bytes a dot, the last unused. */
const drawing = { annotations: 1, redFirst: 16, format: 3, white: 0xffffffff };

/** Red, green, blue and a byte that says nothing, dot by dot. */
function colours(pdfium: Pdfium, page: Handle, { width, height }: Pick<Picture, 'width' | 'height'>): Uint8Array {
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, drawing.format, 0, 0);
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, drawing.white);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawing.annotations | drawing.redFirst);
    const from = pdfium._FPDFBitmap_GetBuffer(bitmap);
    return pdfium.HEAPU8.slice(from, from + width * height * 4);
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap);
  }
}
