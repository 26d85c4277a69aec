import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { RefusalError } from '../../sandbox/refusal.js';
import { maxLevels, maxMails } from './limits.js';

/** A mail as far as it is read. Mails in it that are shown inline are a part of its text and attachments. */
export interface Mail {
  /** What it is about, in a list of one; empty where it does not say. */
  readonly subject: readonly string[];
  readonly text: readonly string[];
  /** Whether a person sees the text as it is. Not where there is HTML, which mail programs show instead, and of which nothing tells what is hidden. */
  readonly isSeen: boolean;
  readonly attachments: readonly MailAttachment[];
}

export interface MailAttachment {
  readonly bytes: Uint8Array;
  /** As the mail says; nothing tells whether it is true. */
  readonly mediaType: string;
  readonly isMail: boolean;
  /** Whether it may be shown in the text, as logos are. */
  readonly isInline: boolean;
}

/** Parses a mail. @throws RefusalError 'levels' or 'unreadable' */
export async function parseMail(bytes: Uint8Array): Promise<Mail> {
  const email = await parsed(bytes);
  if (email.attachments.some((attachment) => attachment.rfc822DepthExceeded)) throw new RefusalError('levels');
  const { subject, text = '', html, attachments } = email;
  return {
    subject: subject ? [subject] : [],
    text: text.split(/\r?\n/),
    isSeen: html === undefined,
    attachments: attachments.map(attachmentOf),
  };
}

async function parsed(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, {
      maxNestingDepth: maxLevels,
      maxRfc822NestingDepth: maxMails,
      attachmentEncoding: 'arraybuffer',
    });
  } catch (error) {
    const isDeep = error instanceof Error && error.message.includes('nesting depth');
    throw new RefusalError(isDeep ? 'levels' : 'unreadable', undefined, { cause: error });
  }
}

function attachmentOf({ content, mimeType, disposition }: Attachment): MailAttachment {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  return { bytes, mediaType: mimeType, isMail: mimeType === 'message/rfc822', isInline: disposition !== 'attachment' };
}
