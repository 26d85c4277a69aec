import { definePlugin } from '../../core/index.js';
import { openConverter } from '../sandbox/converter.js';
import { kindOfImage } from '../sandbox/file-kinds.js';
import { sandboxOptions } from '../sandbox/sandbox.js';

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
  create: (settings, context) =>
    openConverter(
      {
        name: 'picture',
        subject: 'The picture',
        format: 'image',
        parser: 'converters/image',
        reads: {
          formats: ['PNG', 'JPEG', 'TIFF'],
          extensions: ['.png', '.jpg', '.jpeg', '.tif', '.tiff'],
          mediaTypes: ['image/png', 'image/jpeg', 'image/tiff'],
        },
        accepts: (bytes) => kindOfImage(bytes) !== undefined,
        limits: { megapixels: settings.max_megapixels },
        draws: true,
      },
      settings,
      context,
    ),
});
