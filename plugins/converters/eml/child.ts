import { forgetDocuments, loadPdfium, type PdfiumMemory } from '../../pdfium/pdfium.js';
import { RefusalError } from '../../sandbox/protocol.js';
import { serve } from '../../sandbox/serve.js';
import { readMail } from './document.js';

/** Half of a child's memory; mails are parsed in the other half. */
const memory: PdfiumMemory = { mb: 256, exceeded: false };
const pdfium = await loadPdfium(memory);

serve(async (task) => {
  memory.mb = (task.limits['memoryMb'] ?? 0) / 2;
  forgetDocuments(pdfium);
  try {
    const content = await readMail(task, pdfium);
    if (!memory.exceeded) return content;
  } catch (error) {
    if (!memory.exceeded) throw error;
  }
  throw new RefusalError('memory');
});
