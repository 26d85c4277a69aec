import { definePlugin } from '../../core/index.js';
import { sentWithStated } from '../einvoice/sent-invoice.js';
import { isMail } from '../sandbox/file-kinds.js';
import { openSandbox, sandboxOptions, sandboxSettings } from '../sandbox/sandbox.js';
import { attachmentLimits, maxLevels } from './eml/limits.js';

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
  create(settings, context) {
    const read = openSandbox(
      {
        plugin: 'converters/eml',
        subject: 'The mail',
        ...sandboxSettings(settings),
        warm: false,
        limits: { ...attachmentLimits, maxLevels, maxPages: settings.max_pages, maxAttachments: settings.max_attachments },
        taken: sentWithStated,
      },
      context,
    );
    return {
      format: 'mail',
      reads: { formats: ['EML'], extensions: ['.eml'], mediaTypes: ['message/rfc822'] },
      accepts: ({ bytes }) => isMail(bytes),
      convert: async (file, signal) => ({ ...(await read(file, signal)), format: 'eml', file }),
    };
  },
});
