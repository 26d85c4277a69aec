import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { RefusalError } from '../../sandbox/refusal.js';
import { maxLevels, maxMails } from './limits.js';

/** A mail as far as it is read. Mails in it that are shown inline are a part of its text and attachments. */
export interface Mail {
  /** Who wrote it to whom, when and about what. */
  readonly headers: readonly string[];
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
    headers: headersOf(email),
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

function headersOf({ from, to = [], date, subject }: Email): readonly string[] {
  const headers = [
    ['From', from ? shown(from) : ''],
    ['To', to.map(shown).join(', ')],
    ['Sent', date ?? ''],
    ['Subject', subject ?? ''],
  ] as const;
  return headers.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
}

const shown = (address: Address): string =>
  address.group ? address.name : address.name === '' ? address.address : `${address.name} <${address.address}>`;
