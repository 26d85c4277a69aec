import { complete, forgetDocuments, loadPdfium, type PdfiumMemory } from '../../pdfium/pdfium.js';
import { serve } from '../../sandbox/serve.js';
import { readMail } from './document.js';

/** Half of a child's memory; mails are parsed in the other half. */
const memory: PdfiumMemory = { mb: 256, exceeded: false };
const pdfium = await loadPdfium(memory);

serve((task) => {
  memory.mb = (task.limits['memoryMb'] ?? 0) / 2;
  forgetDocuments(pdfium);
  return complete(memory, () => readMail(task, pdfium));
});
