import { definePlugin } from '../../core/index.js';
import { isDocx, packageLimits, packageOptions } from '../ooxml/office-file.js';
import { openSandbox, sandboxOptions, sandboxSettings } from '../sandbox/sandbox.js';
import { sentDocument } from '../sandbox/sent.js';

const options = {
  type: 'object',
  properties: {
    ...sandboxOptions,
    ...packageOptions,
    max_elements: { type: 'integer', default: 300_000, minimum: 1, description: 'XML elements of all parts that are read.' },
    max_paragraphs: {
      type: 'integer',
      default: 50_000,
      minimum: 1,
      description: 'Paragraphs, also empty ones and those in cells; the same for line breaks, for cells and for rows.',
    },
  },
  additionalProperties: false,
} as const;

const reads = {
  formats: ['DOCX'],
  extensions: ['.docx'],
  mediaTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
};

/** Reads DOCX in a child process: one long page of words, with tables in columns; hidden and deleted words; and the text as Markdown. */
export default definePlugin({
  kind: 'converter',
  name: 'docx',
  options,
  create(settings, context) {
    const read = openSandbox(
      {
        plugin: 'converters/docx',
        subject: 'DOCX',
        ...sandboxSettings(settings),
        // Many hosts never see a DOCX; the first one waits some 0.2 s for its child.
        warm: false,
        limits: {
          maxPages: settings.max_pages,
          ...packageLimits(settings),
          maxElements: settings.max_elements,
          maxParagraphs: settings.max_paragraphs,
        },
        taken: sentDocument,
      },
      context,
    );
    return {
      format: 'DOCX',
      reads,
      accepts: ({ bytes }) => isDocx(bytes),
      convert: async (file, signal) => ({ ...(await read(file, signal)), format: 'docx', file }),
    };
  },
});
