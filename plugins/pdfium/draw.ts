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

/** Whether the brightness inside a box differs by so much, 0..255. Ink and paper mostly stand side by side: the first few dots tell. */
export function hasContrast(paper: Print, box: Box, least: number): boolean {
  const { left, right, top, bottom } = dotsOf(paper, box);
  let darkest = 255;
  let lightest = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * paper.width + left; at < y * paper.width + right; at += 1) {
      const dot = paper.dots[at] ?? 0;
      if (dot < darkest) darkest = dot;
      if (dot > lightest) lightest = dot;
      if (lightest - darkest >= least) return true;
    }
  }
  return false;
}

/** Whether a dot inside a box differs by so much between two prints of one page, 0..255. */
export function differs(before: Print, after: Print, box: Box, least: number): boolean {
  const { left, right, top, bottom } = dotsOf(before, box);
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * before.width + left; at < y * before.width + right; at += 1) {
      if (Math.abs((before.dots[at] ?? 0) - (after.dots[at] ?? 0)) >= least) return true;
    }
  }
  return false;
}

/** The dots of the paper that a box touches, ends exclusive; none where it lies off it. */
const dotsOf = (paper: Print, box: Box) => ({
  left: Math.max(0, Math.floor(box.x * paper.density)),
  right: Math.min(paper.width, Math.ceil((box.x + box.width) * paper.density)),
  top: Math.max(0, Math.floor(box.y * paper.density)),
  bottom: Math.min(paper.height, Math.ceil((box.y + box.height) * paper.density)),
});
