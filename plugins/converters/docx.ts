import { definePlugin } from '../../core/index.js';
import { isDocx, packageLimits, packageOptions } from '../ooxml/office-file.js';
import { openConverter } from '../sandbox/converter.js';
import { sandboxOptions } from '../sandbox/sandbox.js';

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

/** Reads DOCX in a child process: one long page of words, with tables in columns; hidden and deleted words; and the text as Markdown. */
export default definePlugin({
  kind: 'converter',
  name: 'docx',
  options,
  create: (settings, context) =>
    openConverter(
      {
        name: 'DOCX',
        format: 'docx',
        parser: 'converters/docx',
        reads: {
          formats: ['DOCX'],
          extensions: ['.docx'],
          mediaTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
        },
        accepts: isDocx,
        limits: { ...packageLimits(settings), maxParagraphs: settings.max_paragraphs },
      },
      settings,
      context,
    ),
});
