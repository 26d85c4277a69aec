import type { Box } from '../../core/index.js';
import type { PageGeometry } from './page-geometry.js';
import { type Handle, type Pdfium, withBytes } from './pdfium.js';

/** A page as a greyscale bitmap, from 0 (black) to 255 (white). */
export interface PageBitmap {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;
  /** Dots per point. */
  readonly density: number;
}

/** pdfium's flags for drawing. */
export const drawing = { annotations: 1, grey: 8, redFirst: 16 } as const;

/** Posters are drawn coarser to stay below this number. */
const maxDots = 16_000_000;

/** Draws a page as it is shown. */
export function renderGrey(pdfium: Pdfium, page: Handle, geometry: PageGeometry, dpi: number): PageBitmap {
  const density = Math.min(dpi / 72, Math.sqrt(maxDots / Math.max(geometry.width * geometry.height, 1)));
  const width = Math.max(1, Math.round(geometry.width * density));
  const height = Math.max(1, Math.round(geometry.height * density));
  const dots = drawn(pdfium, { width, height, bytesPerDot: 1 }, (bitmap) => {
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawing.annotations | drawing.grey);
  });
  return { width, height, density, dots };
}

/** Draws a part of a page as it is shown, as if the part were a page of its own. What lies outside of it costs hardly any time. */
export function renderPart(pdfium: Pdfium, page: Handle, part: Box, density: number): PageBitmap {
  const width = Math.max(1, Math.ceil(part.width * density));
  const height = Math.max(1, Math.ceil(part.height * density));
  if (width * height > maxDots) return { width: 0, height: 0, density, dots: new Uint8Array(0) };
  const dots = drawn(pdfium, { width, height, bytesPerDot: 1 }, (bitmap) =>
    withBytes(pdfium, 40, (at) => {
      pdfium.HEAPF32.set([density, 0, 0, density, -part.x * density, -part.y * density, 0, 0, width, height], at >> 2);
      pdfium._FPDF_RenderPageBitmapWithMatrix(bitmap, page, at, at + 24, drawing.annotations | drawing.grey);
    }),
  );
  return { width, height, density, dots };
}

interface BitmapForm {
  readonly width: number;
  readonly height: number;
  /** Grey has one byte, colours have four, the last of which is unused. */
  readonly bytesPerDot: 1 | 4;
}

/** What is drawn on a white bitmap, row by row. */
export function drawn(pdfium: Pdfium, { width, height, bytesPerDot }: BitmapForm, draw: (bitmap: Handle) => void): Uint8Array {
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, bytesPerDot === 1 ? 1 : 3, 0, 0);
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    draw(bitmap);
    const [from, stride, row] = [pdfium._FPDFBitmap_GetBuffer(bitmap), pdfium._FPDFBitmap_GetStride(bitmap), width * bytesPerDot];
    if (stride === row) return pdfium.HEAPU8.slice(from, from + row * height);
    const dots = new Uint8Array(row * height);
    for (let y = 0; y < height; y += 1) dots.set(pdfium.HEAPU8.subarray(from + y * stride, from + y * stride + row), y * row);
    return dots;
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap);
  }
}

/** Whether the brightness inside a box differs by at least this much, of 255. Mostly the first few dots decide. */
export function hasContrast(bitmap: PageBitmap, box: Box, least: number): boolean {
  const { left, right, top, bottom } = dotsOf(bitmap, box);
  let darkest = 255;
  let lightest = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * bitmap.width + left; at < y * bitmap.width + right; at += 1) {
      const dot = bitmap.dots[at] ?? 0;
      if (dot < darkest) darkest = dot;
      if (dot > lightest) lightest = dot;
      if (lightest - darkest >= least) return true;
    }
  }
  return false;
}

/** Whether a dot inside a box differs by at least this much, of 255, between two bitmaps of one page. */
export function differs(before: PageBitmap, after: PageBitmap, box: Box, least: number): boolean {
  const { left, right, top, bottom } = dotsOf(before, box);
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * before.width + left; at < y * before.width + right; at += 1) {
      if (Math.abs((before.dots[at] ?? 0) - (after.dots[at] ?? 0)) >= least) return true;
    }
  }
  return false;
}

/** Makes the dots that a box touches white. */
export function blank(bitmap: PageBitmap, box: Box): void {
  const { left, right, top, bottom } = dotsOf(bitmap, box);
  for (let y = top; y < bottom; y += 1) bitmap.dots.fill(255, y * bitmap.width + left, y * bitmap.width + right);
}

/** The dots of a bitmap that a box touches, ends exclusive; none where it lies outside. */
const dotsOf = (bitmap: PageBitmap, box: Box) => ({
  left: Math.max(0, Math.floor(box.x * bitmap.density)),
  right: Math.min(bitmap.width, Math.ceil((box.x + box.width) * bitmap.density)),
  top: Math.max(0, Math.floor(box.y * bitmap.density)),
  bottom: Math.min(bitmap.height, Math.ceil((box.y + box.height) * bitmap.density)),
});
