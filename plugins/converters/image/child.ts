import { drawPage } from '../../pdfium/draw-page.js';
import { loadPdfium, type PdfiumMemory } from '../../pdfium/pdfium.js';
import { type DrawRequest, RefusalError } from '../../sandbox/protocol.js';
import { serve } from '../../sandbox/serve.js';
import { readImage } from './document.js';

/** pdfium's share of the memory of a child, which it needs only to draw. */
const memory: PdfiumMemory = { mb: 256, exceeded: false };

serve(async (task) => {
  const content = await readImage(task);
  if (task.wanted === undefined) return content;
  const picture = drawPage(await loadPdfium(memory), content.pictures, task.wanted as DrawRequest);
  if (memory.exceeded) throw new RefusalError('memory');
  return picture;
});
