import { type DocumentContent, definePlugin, type Picture } from '../../core/index.js';
import type { DrawRequest } from '../pdfium/draw-page.js';
import { isPdf } from '../sandbox/file-kinds.js';
import { openSandbox, sandboxOptions, sandboxSettings } from '../sandbox/sandbox.js';
import { sentDocument, sentFile, sentPicture } from '../sandbox/sent.js';
import { type ExcerptRequest, isExcerpt } from './pdf/excerpt-request.js';

/** Reads PDF with pdfium in a child process: visible words with their boxes, hidden words, and attached files. */
export default definePlugin({
  kind: 'converter',
  name: 'pdf',
  options: { type: 'object', properties: sandboxOptions, additionalProperties: false },
  create(options, context) {
    const read = openSandbox<DocumentContent | Picture | Uint8Array>(
      {
        plugin: 'converters/pdf',
        subject: 'PDF',
        ...sandboxSettings(options),
        warm: true,
        limits: { maxPages: options.max_pages },
        taken,
      },
      context,
    );
    return {
      format: 'PDF',
      reads: { formats: ['PDF'], extensions: ['.pdf'], mediaTypes: ['application/pdf'] },
      accepts: ({ bytes }) => isPdf(bytes),
      convert: async (file, signal) => ({ ...((await read(file, signal)) as DocumentContent), format: 'pdf', file }),
      draw: async (file, page, signal, width) =>
        (await read(file, signal, { page, ...(width !== undefined && { width }) } satisfies DrawRequest)) as Picture,
      excerpt: async (file, pages, signal) => (await read(file, signal, { excerpt: pages } satisfies ExcerptRequest)) as Uint8Array,
    };
  },
});

/** The child sends what it was asked for. */
function taken(sent: unknown, wanted: unknown): DocumentContent | Picture | Uint8Array {
  if (wanted === undefined) return sentDocument(sent);
  return isExcerpt(wanted) ? sentFile(sent) : sentPicture(sent);
}
