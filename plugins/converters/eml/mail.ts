import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { Page } from '../../../core/index.js';
import { printed } from '../../einvoice/listing.js';
import { RefusalError } from '../../sandbox/protocol.js';

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

/** How deep mails may be nested in mails. A mail that is deeper is not looked into, and refused. */
export const maxMails = 3;

/** Parses a mail whose parts are nested no deeper. @throws RefusalError 'levels' or 'unreadable' */
export async function parseMail(bytes: Uint8Array, maxLevels: number): Promise<Mail> {
  const email = await parsed(bytes, maxLevels);
  if (email.attachments.some((attachment) => attachment.rfc822DepthExceeded)) throw new RefusalError('levels');
  const { subject, text = '', html, attachments } = email;
  return {
    subject: subject ? [subject] : [],
    text: text.split(/\r?\n/),
    isSeen: html === undefined,
    attachments: attachments.map(attachmentOf),
  };
}

async function parsed(bytes: Uint8Array, maxNestingDepth: number): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, {
      maxNestingDepth,
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

/** Longer lines are broken between words, as a mail program does. */
const wrapAt = 96;
const tab = '    ';

/**
 * A mail's own text as a page, under its subject: its lines as they are, in one fixed width. What a person may not see proves nothing, so it
 * is hidden. Its sender, recipients and day are left out: whoever forwards an invoice has not issued it.
 */
export function textPage({ subject, text, isSeen }: Mail): Page {
  const [head, body] = [linesOf(subject), linesOf(text)];
  const page = print([...head, '', ...body]);
  if (isSeen) return page;
  const seen = print(head).words;
  return {
    ...page,
    textLayer: seen.length > 0 ? 'native' : 'none',
    words: seen,
    hidden: print([...head.map(() => ''), '', ...body]).words,
  };
}

const print = (lines: readonly string[]): Page =>
  printed(
    lines.map((text) => [{ column: 0, text }]),
    1,
  );

const linesOf = (text: readonly string[]): readonly string[] => text.flatMap((line) => wrapped(line.replaceAll('\t', tab)));

function wrapped(line: string): readonly string[] {
  if (line.length <= wrapAt) return [line];
  const rows: string[] = [''];
  for (const word of line.split(' ')) {
    const last = rows.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > wrapAt) rows.push(word);
    else rows[rows.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return rows;
}
