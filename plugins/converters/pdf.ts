import { definePlugin } from '../../core/index.js';
import { openConverter } from '../sandbox/converter.js';
import { isPdf } from '../sandbox/file-kinds.js';
import { sandboxOptions } from '../sandbox/sandbox.js';

/** Reads PDF with pdfium in a child process: visible words with their boxes, hidden words, and attached files. */
export default definePlugin({
  kind: 'converter',
  name: 'pdf',
  options: { type: 'object', properties: sandboxOptions, additionalProperties: false },
  create: (options, context) =>
    openConverter(
      {
        name: 'PDF',
        format: 'pdf',
        parser: 'converters/pdf',
        reads: { formats: ['PDF'], extensions: ['.pdf'], mediaTypes: ['application/pdf'] },
        accepts: isPdf,
        warm: true,
        draws: true,
        excerpts: true,
        annotates: true,
        addsInvoices: true,
      },
      options,
      context,
    ),
});
