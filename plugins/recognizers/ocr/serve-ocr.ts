import type { Box, OcrResult } from '../../../core/index.js';
import { forgetDocuments, loadPdfium, type PdfiumMemory } from '../../pdfium/pdfium.js';
import { withoutOverload } from '../../pdfium/without-overload.js';
import { RefusalError } from '../../sandbox/protocol.js';
import { serve } from '../../sandbox/serve.js';
import { type PageDrawing, withoutParts, withPageDrawing } from './page-drawing.js';

/** A request to the child of an OCR engine: one page. */
export interface PageRequest {
  /** Counted from 1. */
  readonly page: number;
  /** ISO 639-3, likeliest first; a hint. */
  readonly languages: readonly string[];
  /** The clockwise rotation in degrees that makes the page upright, where an earlier recognizer has found it. */
  readonly turn?: number;
  /** Parts of the page that are drawn white, in points as shown. */
  readonly leaveOut?: readonly Box[];
  /** Whether this is the closer pass, at a higher resolution and with another segmentation than the first. */
  readonly closer?: boolean;
}

/** pdfium's share of the memory of a child. A scan is one picture per page. */
const pdfiumMb = 320;

/** The child's side of an OCR engine: opens the requested page and has it recognized. */
export async function serveOcr(recognize: (drawing: PageDrawing, request: PageRequest) => Promise<OcrResult>): Promise<void> {
  const memory: PdfiumMemory = { mb: pdfiumMb, exceeded: false };
  const pdfium = await loadPdfium(memory);
  serve(async ({ bytes, wanted }) => {
    const request = wanted as PageRequest;
    forgetDocuments(pdfium);
    const result = await withPageDrawing(pdfium, withoutOverload(bytes), request.page, (drawing) =>
      recognize(withoutParts(drawing, request.leaveOut), request),
    );
    if (memory.exceeded) throw new RefusalError('memory');
    return result;
  });
}
