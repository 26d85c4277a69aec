import type { MailAttachment } from './parse-mail.js';

/** What comes with mails and is never a document: visiting cards, appointments and signatures. Source: RFC 6350, 5545, 8551 and 3156. */
const neverDocuments = /^text\/(?:vcard|x-vcard|calendar)$|^application\/(?:ics|(?:x-)?pkcs7-signature|pgp-signature|pgp-keys)$/;

/** The words for an attachment that is not read, by its number among all of the mail; none for what is never a document. */
export function leftOutOf({ mediaType }: MailAttachment, number: number): readonly string[] {
  if (neverDocuments.test(mediaType)) return [];
  const kind = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mediaType) ? ` (${mediaType})` : '';
  return [`attachment ${number}${kind} was not read: it is no PDF, DOCX, XLSX, picture or XML invoice. What is asked for may stand there`];
}

/** Of a mail to which nothing is attached that says more. */
export const htmlLeftOut =
  'the HTML of the mail was not read, because nothing tells what of it a person sees. What is asked for may stand there';
