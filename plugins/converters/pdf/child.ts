import { drawPage } from '../../pdfium/draw-page.js';
import { complete, forgetDocuments, loadPdfium, type PdfiumMemory } from '../../pdfium/pdfium.js';
import { withoutOverload } from '../../pdfium/without-overload.js';
import { type AnnotateRequest, isDraw, isExcerpt, isInvoice } from '../../sandbox/protocol.js';
import { serve } from '../../sandbox/serve.js';
import { annotatePages } from './annotate-pages.js';
import { excerptPages, readDocument } from './document.js';

/** Node's share of the memory limit, subtracted so that pdfium reaches its own limit before the process does. */
const nodeMb = 110;

const memory: PdfiumMemory = { mb: 256, exceeded: false };
const pdfium = await loadPdfium(memory);

serve(async ({ bytes, limits, wanted }) => {
  // Few ever ask for it, and it brings a library.
  if (isInvoice(wanted)) return (await import('./with-invoice.js')).withInvoice(bytes, wanted);
  memory.mb = Math.max((limits['memoryMb'] ?? 0) - nodeMb, 32);
  const file = withoutOverload(bytes);
  forgetDocuments(pdfium);
  return complete(memory, () => {
    if (wanted === undefined) return readDocument(pdfium, file, limits['maxPages'] ?? 0);
    if (isDraw(wanted)) return drawPage(pdfium, file, wanted);
    return isExcerpt(wanted) ? excerptPages(pdfium, file, wanted) : annotatePages(pdfium, file, wanted as AnnotateRequest);
  });
});
