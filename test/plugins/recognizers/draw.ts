import type { Box, Word } from '../../../core/index.js';
import { readDocument } from '../../../plugins/converters/pdf/document.js';
import { pageGeometryOf } from '../../../plugins/pdfium/page-geometry.js';
import { loadPdfium } from '../../../plugins/pdfium/pdfium.js';
import { type PageBitmap, renderGrey } from '../../../plugins/pdfium/render-grey.js';
import { rawPdf } from '../converters/raw-pdf.js';

/** A page as a scanner would see it, and the words of its own text. */
export interface DrawnPicture {
  readonly picture: PageBitmap;
  /** Their boxes are in dots of the picture. */
  readonly words: readonly Word[];
}

/** Draws the first page of a PDF, by default at the resolution that the engine gets. */
export async function draw(bytes: Uint8Array, dpi = 150): Promise<DrawnPicture> {
  const pdfium = await loadPdfium({ mb: 512, exceeded: false });
  const native = readDocument(pdfium, bytes, 50).pages[0]?.words ?? [];
  const data = pdfium._malloc(bytes.length);
  pdfium.HEAPU8.set(bytes, data);
  const document = pdfium._FPDF_LoadMemDocument(data, bytes.length, 0);
  const page = pdfium._FPDF_LoadPage(document, 0);
  const picture = renderGrey(pdfium, page, pageGeometryOf(pdfium, page), dpi);
  return { picture, words: native.map((word) => ({ ...word, box: larger(word.box, picture.density) })) };
}

/** Draws a page written in operators of the PDF language. */
export const drawPage = (content: string, entries = ''): Promise<DrawnPicture> => draw(rawPdf([{ content, entries }]));

const larger = ({ x, y, width, height }: Box, times: number): Box => ({
  x: x * times,
  y: y * times,
  width: width * times,
  height: height * times,
});
