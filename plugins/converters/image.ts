import { type DocumentContent, definePlugin, type Picture } from '../../core/index.js';
import type { DrawRequest } from '../pdfium/draw-page.js';
import { kindOfImage } from '../sandbox/file-kinds.js';
import { openSandbox, sandboxOptions, sandboxSettings } from '../sandbox/sandbox.js';
import { sentDocument, sentPicture } from '../sandbox/sent.js';

const reads = {
  formats: ['PNG', 'JPEG', 'TIFF'],
  extensions: ['.png', '.jpg', '.jpeg', '.tif', '.tiff'],
  mediaTypes: ['image/png', 'image/jpeg', 'image/tiff'],
};

const options = {
  type: 'object',
  properties: {
    ...sandboxOptions,
    max_megapixels: { type: 'integer', default: 40, minimum: 1, maximum: 200, description: 'Millions of dots of one picture.' },
  },
  additionalProperties: false,
} as const;

/** Reads PNG, JPEG and TIFF as pages without words, which recognizers read as they read a scan. A TIFF has a page for each of its pictures. */
export default definePlugin({
  kind: 'converter',
  name: 'image',
  options,
  create(settings, context) {
    const read = openSandbox<DocumentContent | Picture>(
      {
        plugin: 'converters/image',
        subject: 'The picture',
        ...sandboxSettings(settings),
        warm: false,
        limits: { maxPages: settings.max_pages, megapixels: settings.max_megapixels },
        taken: (sent, wanted) => (wanted === undefined ? sentDocument(sent) : sentPicture(sent)),
      },
      context,
    );
    return {
      format: 'picture',
      reads,
      accepts: ({ bytes }) => kindOfImage(bytes) !== undefined,
      convert: async (file, signal) => ({ ...((await read(file, signal)) as DocumentContent), format: 'image', file }),
      draw: async (file, page, signal, width) =>
        (await read(file, signal, { page, ...(width !== undefined && { width }) } satisfies DrawRequest)) as Picture,
    };
  },
});
