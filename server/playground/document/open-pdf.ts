import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { draw } from './draw.js';
import type { OpenedPdf } from './sheets.js';

GlobalWorkerOptions.workerSrc = worker;
const files = new URL(`playground/pdfjs/${__PDFJS__}/`, location.href);

/** Opens a PDF with files of this server only. WebAssembly is off because the page's content policy does not allow it. */
export async function openPdf(data: Uint8Array): Promise<OpenedPdf> {
  const pdf = await getDocument({
    data,
    cMapUrl: new URL('cmaps/', files).href,
    cMapPacked: true,
    standardFontDataUrl: new URL('standard_fonts/', files).href,
    wasmUrl: new URL('wasm/', files).href,
    useWasm: false,
  }).promise;
  return { kind: 'pdf', pdf, pages: pdf.numPages, charged: pdf.numPages, thumbnail: (await draw(await pdf.getPage(1), 96)).source };
}
