import type { Box } from '../../core/index.js';
import { type Handle, type Pdfium, withBytes } from './pdfium.js';

/** A page as shown, in points, and the matrix from PDF coordinates: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export interface PageGeometry {
  readonly width: number;
  readonly height: number;
  readonly matrix: readonly [a: number, b: number, c: number, d: number, e: number, f: number];
}

/** A rectangle in PDF coordinates; either of two opposite edges may be the larger one. */
export interface PdfRectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** pdfium returns whole numbers, so coordinates are scaled to hundredths of a point and measured over this length. */
const scale = 100;
const length = 1_000;

/** The size of a page after rotation and cropping, and its matrix, which pdfium applies but has no function for. */
export function pageGeometryOf(pdfium: Pdfium, page: Handle): PageGeometry {
  const width = pdfium._FPDF_GetPageWidthF(page);
  const height = pdfium._FPDF_GetPageHeightF(page);
  const at = (x: number, y: number): readonly [number, number] =>
    withBytes(pdfium, 8, (out) => {
      pdfium._FPDF_PageToDevice(page, 0, 0, Math.round(width * scale), Math.round(height * scale), 0, x, y, out, out + 4);
      return [(pdfium.HEAP32[out >> 2] ?? 0) / scale, (pdfium.HEAP32[(out >> 2) + 1] ?? 0) / scale];
    });
  const [e, f] = at(0, 0);
  const [ax, ay] = at(length, 0);
  const [cx, cy] = at(0, length);
  const matrix = [(ax - e) / length, (ay - f) / length, (cx - e) / length, (cy - f) / length, e, f] as const;
  return { width, height, matrix };
}

/** The box of a rectangle on the page as shown. Pages rotate by right angles only, so it stays a rectangle. */
export function shown(page: PageGeometry, { left, top, right, bottom }: PdfRectangle): Box {
  const [a, b, c, d, e, f] = page.matrix;
  const [x1, y1] = [a * left + c * bottom + e, b * left + d * bottom + f];
  const [x2, y2] = [a * right + c * top + e, b * right + d * top + f];
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

/** The part of the page that is shown, in PDF coordinates. */
export const ownEdges = (page: PageGeometry): PdfRectangle => ownRectangle(page, { x: 0, y: 0, width: page.width, height: page.height });

/** The rectangle in PDF coordinates of a box on the page as shown. */
export function ownRectangle(page: PageGeometry, { x, y, width, height }: Box): PdfRectangle {
  const [x1, y1] = ownPoint(page, x, y);
  const [x2, y2] = ownPoint(page, x + width, y + height);
  return { left: Math.min(x1, x2), right: Math.max(x1, x2), bottom: Math.min(y1, y2), top: Math.max(y1, y2) };
}

/** A point of the page as shown in PDF coordinates. */
export function ownPoint({ matrix: [a, b, c, d, e, f] }: PageGeometry, x: number, y: number): readonly [number, number] {
  const scale = a * d - b * c || 1;
  return [(d * (x - e) - c * (y - f)) / scale, (a * (y - f) - b * (x - e)) / scale];
}

export function union(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** A box that is larger by this much on each side. */
export const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

export const touch = (a: Box, b: Box): boolean =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;

/** The area of the intersection of two boxes. */
export const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));
