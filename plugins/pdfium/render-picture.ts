import { encode } from 'jpeg-js';
import type { Picture } from '../../core/index.js';
import type { PageGeometry } from './page-geometry.js';
import type { Handle, Pdfium } from './pdfium.js';
import { png } from './png.js';

/** Large enough to read small print on a screen and on paper. */
const screenWidth = 1_100;
const maxDots = 4_000_000;

/** The page, and how many dots wide its picture is wanted. */
export type PictureTerms = PageGeometry & { readonly wanted?: number };

/** PNG is smaller and sharper for printed pages. A larger PNG is a photograph or a scan, which becomes a JPEG. */
const maxPngBytes = 400_000;
const jpegQuality = 72;

/** Draws a page in colour as a viewer shows it, `wanted` dots wide if that is not too large, in as few bytes as keep it readable. */
export function renderPicture(pdfium: Pdfium, page: Handle, { wanted = screenWidth, ...geometry }: PictureTerms): Picture {
  const density = Math.min(wanted / Math.max(geometry.width, 1), Math.sqrt(maxDots / Math.max(geometry.width * geometry.height, 1)));
  const width = Math.max(1, Math.round(geometry.width * density));
  const height = Math.max(1, Math.round(geometry.height * density));
  const dots = colours(pdfium, page, { width, height });
  const exact = png(dots, { width, height });
  if (exact.length <= maxPngBytes) return { mediaType: 'image/png', width, height, bytes: exact };
  return { mediaType: 'image/jpeg', width, height, bytes: new Uint8Array(encode({ data: dots, width, height }, jpegQuality).data) };
}

/** pdfium's flags to draw annotations, and red before blue; bitmap format 3 has four bytes per dot, the last unused. */
const drawing = { annotations: 1, redFirst: 16, format: 3, white: 0xffffffff };

/** Red, green, blue and an unused byte for each dot. */
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
