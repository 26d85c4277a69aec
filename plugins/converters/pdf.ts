import { type DocumentContent, definePlugin, type Picture } from '../../core/index.js';
import { sandboxOptions, sandboxSettings } from '../sandbox/options.js';
import { openSandbox } from '../sandbox/sandbox.js';
import type { DrawRequest } from './pdf/draw-page.js';

/** Like other PDF readers, we accept bytes before the header up to this position. Source: ISO 32000-1, implementation note 13. */
const headerWithinBytes = 1_024;

/** Reads PDF with pdfium in a child process: visible words with their boxes, hidden words, and attached files. */
export default definePlugin({
  kind: 'converter',
  name: 'pdf',
  options: { type: 'object', properties: sandboxOptions, additionalProperties: false },
  create(options, context) {
    const read = openSandbox<unknown>(
      {
        plugin: 'converters/pdf',
        subject: 'PDF',
        ...sandboxSettings(options),
        warm: true,
        limits: { maxPages: options.max_pages },
      },
      context,
    );
    return {
      format: 'PDF',
      accepts: ({ bytes }) => Buffer.from(bytes.subarray(0, headerWithinBytes)).includes('%PDF-'),
      convert: async (file, signal) => ({ ...((await read(file.bytes, signal)) as DocumentContent), format: 'pdf', file }),
      draw: async (file, page, signal) => (await read(file.bytes, signal, { page } satisfies DrawRequest)) as Picture,
    };
  },
});
