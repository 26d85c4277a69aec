import { type DocumentContent, definePlugin, type Picture } from '../../core/index.js';
import { sandboxOptions, sandboxSettings } from '../sandbox/options.js';
import { openSandbox } from '../sandbox/sandbox.js';
import type { Wanted } from './pdf/draw-page.js';

/** Readers look for the header here, and so do we; bytes before it are common. Source: ISO 32000-1, implementation note 13. */
const headerWithin = 1_024;

/** Reads PDF with pdfium in a child process: visible words with their places, what is hidden, and the files inside. */
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
      accepts: ({ bytes }) => Buffer.from(bytes.subarray(0, headerWithin)).includes('%PDF-'),
      convert: async (file, signal) => ({ ...((await read(file.bytes, signal)) as DocumentContent), format: 'pdf', file }),
      draw: async (file, page, signal) => (await read(file.bytes, signal, { page } satisfies Wanted)) as Picture,
    };
  },
});
