import { withoutOverload } from '../../pdfium/overload.js';
import { type Allowance, loadPdfium } from '../../pdfium/pdfium.js';
import { Refused } from '../../sandbox/inside/refused.js';
import { serve } from '../../sandbox/inside/serve.js';
import { readDocument } from './document.js';
import { drawPage, type Wanted } from './draw-page.js';

/** What Node needs beside pdfium: with it taken off, pdfium meets its own limit before the watchdog meets that of the process. */
const ownMb = 110;

const allowance: Allowance = { mb: 256, exceeded: false };
const pdfium = await loadPdfium(allowance);

serve(async ({ bytes, limits, wanted }) => {
  allowance.mb = Math.max((limits['memoryMb'] ?? 0) - ownMb, 32);
  const file = withoutOverload(bytes);
  return honest(() =>
    wanted === undefined ? readDocument(pdfium, file, limits['maxPages'] ?? 0) : drawPage(pdfium, file, wanted as Wanted),
  );
});

/** pdfium passes over a stream that it had no memory for; what is read then is not the document, so it counts for nothing. */
function honest<T>(read: () => T): T {
  try {
    const content = read();
    if (!allowance.exceeded) return content;
  } catch (error) {
    if (!allowance.exceeded) throw error;
  }
  throw new Refused('memory');
}
