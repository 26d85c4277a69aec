import type { OcrResult } from '../../../core/index.js';
import { loadPdfium, type PdfiumMemory } from '../../pdfium/pdfium.js';
import { withoutOverload } from '../../pdfium/without-overload.js';
import { Refused } from '../../sandbox/inside/refused.js';
import { serve } from '../../sandbox/inside/serve.js';
import { type PageDrawing, withPageDrawing } from './page-drawing.js';
import type { PageRequest } from './page-request.js';

/** What pdfium may have in a child that an engine shares with it. A scan is one picture a page. */
const pdfiumMb = 320;

/** The child's side of an OCR engine: opens the page that is wanted, and has it looked at. */
export async function serveOcr(look: (paper: PageDrawing, wanted: PageRequest) => Promise<OcrResult>): Promise<void> {
  const allowance: PdfiumMemory = { mb: pdfiumMb, exceeded: false };
  const pdfium = await loadPdfium(allowance);
  serve(async ({ bytes, wanted }) => {
    const asked = wanted as PageRequest;
    const sighting = await withPageDrawing(pdfium, withoutOverload(bytes), asked.page, (paper) => look(paper, asked));
    if (allowance.exceeded) throw new Refused('memory');
    return sighting;
  });
}
