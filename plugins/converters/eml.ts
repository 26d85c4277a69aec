import { definePlugin } from '../../core/index.js';
import { sentWithStated } from '../einvoice/sent-invoice.js';
import { openConverter } from '../sandbox/converter.js';
import { isMail } from '../sandbox/file-kinds.js';
import { sandboxOptions } from '../sandbox/sandbox.js';

const options = {
  type: 'object',
  properties: {
    ...sandboxOptions,
    max_attachments: {
      type: 'integer',
      default: 20,
      minimum: 1,
      maximum: 100,
      description: 'Attachments of a mail, those of mails in it included.',
    },
  },
  additionalProperties: false,
} as const;

/**
 * Reads a mail with its attachments, in a child process: its own text is the first page, and the pages of each PDF, DOCX, picture and XML
 * invoice follow in order. Other attachments are left out; one that cannot be read fails the mail, because a part of it would be missing.
 */
export default definePlugin({
  kind: 'converter',
  name: 'eml',
  options,
  create: (settings, context) =>
    openConverter(
      {
        name: 'mail',
        subject: 'The mail',
        format: 'eml',
        parser: 'converters/eml',
        reads: { formats: ['EML'], extensions: ['.eml'], mediaTypes: ['message/rfc822'] },
        accepts: isMail,
        limits: { ...attachmentLimits, maxAttachments: settings.max_attachments },
        parse: sentWithStated,
      },
      settings,
      context,
    ),
});

/** The limits of what is attached: those that the converters of these formats have as shipped; and how deep a mail and its XML may be nested. */
const attachmentLimits = {
  inflatedMb: 50,
  maxParts: 2_000,
  partMb: 20,
  maxElements: 100_000,
  maxParagraphs: 50_000,
  megapixels: 40,
  maxLevels: 64,
};
