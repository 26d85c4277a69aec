import { definePlugin } from '../../core/index.js';
import { ocrOptions, ocrSettings, openOcrEngine } from './ocr/recognizer.js';

/**
 * Reads pictures of pages with Tesseract, in seven languages, in its own child processes. Nothing has to be installed or downloaded.
 * The closer pass draws the page finer and lets Tesseract find the blocks itself, so that it makes other mistakes than the first pass.
 */
export default definePlugin({
  kind: 'recognizer',
  name: 'tesseract',
  argument: 'pass',
  options: {
    type: 'object',
    properties: {
      pass: {
        type: 'string',
        enum: ['first', 'closer'],
        default: 'first',
        description: 'closer draws the page finer and cuts it into blocks',
      },
      ...ocrOptions,
      memory_mb: {
        type: 'integer',
        default: 700,
        minimum: 300,
        description: 'Resident memory of a child; above it the child is killed (Linux).',
      },
    },
    additionalProperties: false,
  },
  create: ({ pass, ...given }, context) =>
    openOcrEngine({ plugin: 'recognizers/tesseract', subject: 'The picture of a page', ...ocrSettings(given) }, pass === 'closer', context),
});
