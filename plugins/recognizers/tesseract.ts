import { definePlugin } from '../../core/index.js';
import { openSight, sightOptions, sightSettings } from './ocr/recognizer.js';

/**
 * Reads pictures of pages with Tesseract, in seven languages, in child processes of its own: nothing is installed, nothing is fetched.
 * A closer look draws the page finer and lets Tesseract find its blocks by itself, so that it makes other mistakes than the first.
 */
export default definePlugin({
  kind: 'recognizer',
  name: 'tesseract',
  argument: 'look',
  options: {
    type: 'object',
    properties: {
      look: {
        type: 'string',
        enum: ['first', 'closer'],
        default: 'first',
        description: 'closer draws the page finer and cuts it into blocks',
      },
      ...sightOptions,
      memory_mb: {
        type: 'integer',
        default: 700,
        minimum: 300,
        description: 'Resident memory of a child; above it the child is killed (Linux).',
      },
    },
    additionalProperties: false,
  },
  create: ({ look, ...given }, context) =>
    openSight({ plugin: 'recognizers/tesseract', subject: 'The picture of a page', ...sightSettings(given) }, look === 'closer', context),
});
