import type { Box } from '../../../core/index.js';
import { pageGeometryOf } from '../../pdfium/page-geometry.js';
import type { Pdfium } from '../../pdfium/pdfium.js';
import { blank, type PageBitmap, renderGrey } from '../../pdfium/render-grey.js';
import { RefusalError } from '../../sandbox/protocol.js';
import { componentsOf } from './components.js';
import type { GreyImage } from './picture.js';

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

/** The same page with some parts of it left white. */
export function withoutParts(drawing: PageDrawing, parts: readonly Box[] = []): PageDrawing {
  return {
    ...drawing,
    draw(dpi) {
      const bitmap = drawing.draw(dpi);
      for (const part of parts) blank(bitmap, part);
      return bitmap;
    },
  };
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

/** Lower components, in dots, are dust or the dots of an i; components higher than this share of the picture are frames. */
const minHeight = 4;
const maxHeightShare = 1 / 6;
/** The limits of a letter's width, in heights. Narrower or wider components are rules. */
const minWidthRatio = 0.15;
const maxWidthRatio = 4;
/** With fewer letters there is too little text to measure. */
const minLetters = 20;

/** The height of a picture's letters in dots: the median over its connected components. Undefined where there is hardly any text. */
export function textHeight(picture: GreyImage): number | undefined {
  const limit = threshold(picture.dots);
  const heights = componentsOf(picture, (dot) => dot < limit)
    .filter(
      ({ width, height }) =>
        height >= minHeight &&
        height <= picture.height * maxHeightShare &&
        width >= minWidthRatio * height &&
        width <= maxWidthRatio * height,
    )
    .map(({ height }) => height)
    .sort((a, b) => a - b);
  return heights.length < minLetters ? undefined : heights[heights.length >> 1];
}

/** The threshold between text and background: halfway between the darkest fiftieth and the most frequent light grey. */
function threshold(dots: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const dot of dots) counts[dot] = (counts[dot] ?? 0) + 1;
  let sum = 0;
  let dark = 0;
  while (dark < 255 && sum < dots.length / 50) sum += counts[dark++] ?? 0;
  let background = 255;
  for (let grey = 128; grey < 256; grey += 1) if ((counts[grey] ?? 0) > (counts[background] ?? 0)) background = grey;
  return (dark + background) / 2;
}
