import type { Box } from '../../core/index.js';
import type { Sheet } from './geometry.js';
import type { Handle, Pdfium } from './pdfium.js';

/** A page as grey dots, 0 = black to 255 = white. */
export interface Print {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;
  /** Dots a point. */
  readonly density: number;
}

/** pdfium's flags: draw annotations, in grey. The bitmap format 1 is one byte a dot. */
const drawing = { annotations: 1, grey: 8, format: 1, white: 0xffffffff };

/** Dots at most: a poster is printed coarser. */
const mostDots = 16_000_000;

/** Prints a page as it is shown, or turned clockwise by quarters. */
export function print(pdfium: Pdfium, page: Handle, sheet: Sheet, dpi: number, quarters = 0): Print {
  const density = Math.min(dpi / 72, Math.sqrt(mostDots / Math.max(sheet.width * sheet.height, 1)));
  const [across, down] = quarters % 2 === 0 ? [sheet.width, sheet.height] : [sheet.height, sheet.width];
  const width = Math.max(1, Math.round(across * density));
  const height = Math.max(1, Math.round(down * density));
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, drawing.format, 0, 0);
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, drawing.white);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, quarters % 4, drawing.annotations | drawing.grey);
    return { width, height, density, dots: copy(pdfium, bitmap, width, height) };
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap);
  }
}

function copy(pdfium: Pdfium, bitmap: Handle, width: number, height: number): Uint8Array {
  const from = pdfium._FPDFBitmap_GetBuffer(bitmap);
  const stride = pdfium._FPDFBitmap_GetStride(bitmap);
  const dots = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) dots.set(pdfium.HEAPU8.subarray(from + y * stride, from + y * stride + width), y * width);
  return dots;
}

/** The largest difference of brightness inside a box, 0..255. A box off the paper has none. */
export function contrast(paper: Print, box: Box): number {
  let darkest = 255;
  let lightest = 0;
  for (const at of dotsIn(paper, box)) {
    const dot = paper.dots[at] ?? 0;
    if (dot < darkest) darkest = dot;
    if (dot > lightest) lightest = dot;
  }
  return Math.max(lightest - darkest, 0);
}

/** The largest difference of a dot between two prints of one page inside a box, 0..255. */
export function change(before: Print, after: Print, box: Box): number {
  let largest = 0;
  for (const at of dotsIn(before, box)) largest = Math.max(largest, Math.abs((before.dots[at] ?? 0) - (after.dots[at] ?? 0)));
  return largest;
}

function* dotsIn(paper: Print, box: Box): Generator<number> {
  const left = Math.max(0, Math.floor(box.x * paper.density));
  const right = Math.min(paper.width, Math.ceil((box.x + box.width) * paper.density));
  const top = Math.max(0, Math.floor(box.y * paper.density));
  const bottom = Math.min(paper.height, Math.ceil((box.y + box.height) * paper.density));
  for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) yield y * paper.width + x;
}
