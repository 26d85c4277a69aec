import { definePlugin } from '../../core/index.js';
import { isInstalled, type OptionalPackage } from './ocr/optional-package.js';
import { ocrOptions, ocrSettings, openOcrEngine } from './ocr/recognizer.js';
import { dataPackage, languages } from './tesseract/languages.js';

/** The engine, and the data of one language at least: where others are missing, their pages are read in one that is there. */
function packages(): readonly OptionalPackage[] {
  const data = languages.map(dataPackage);
  return [{ name: 'tesseract.js-core' }, ...(data.some(isInstalled) ? [] : data.slice(0, 1))];
}

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
    openOcrEngine(
      {
        plugin: 'recognizers/tesseract',
        subject: 'The picture of a page',
        ...ocrSettings(given),
        closer: pass === 'closer',
        packages: packages(),
      },
      context,
    ),
});
