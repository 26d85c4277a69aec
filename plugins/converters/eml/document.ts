import type { DocumentContent, Page } from '../../../core/index.js';
import { readXml } from '../../einvoice/listing.js';
import { isEInvoice } from '../../einvoice/syntaxes.js';
import { isDocx, isXlsx } from '../../ooxml/office-file.js';
import type { Pdfium } from '../../pdfium/pdfium.js';
import { withoutOverload } from '../../pdfium/without-overload.js';
import { isPdf, kindOfImage } from '../../sandbox/file-kinds.js';
import { type ParserLimits, type ParserTask, pagesOf, RefusalError } from '../../sandbox/protocol.js';
import { readDocument as readDocx } from '../docx/document.js';
import { readImage } from '../image/document.js';
import { jpegImage, pngImage } from '../image/images.js';
import { readDocument as readPdf } from '../pdf/document.js';
import { readWorkbook } from '../xlsx/document.js';
import { joinPdfs } from './join-pdfs.js';
import { type Mail, type MailAttachment, maxMails, parseMail, textPage } from './mail.js';

/** A part of a mail that has become pages. */
interface MailPart extends DocumentContent {
  /** Only for a PDF: the file, from which OCR can draw the pages. */
  readonly pdf?: Uint8Array;
  readonly attached: boolean;
}

/** Reads a mail and what is attached to it. @throws RefusalError with the reason, and with the attachment that it is about. */
export async function readMail({ bytes, limits }: ParserTask, pdfium: Pdfium): Promise<DocumentContent> {
  const leftOut: string[] = [];
  const parts = inOrder(await partsOf(bytes, { limits, pdfium, attachments: { count: 0 }, leftOut, depth: 0 }));
  const chargedPages = parts.reduce((sum, part) => sum + part.chargedPages, 0);
  if (chargedPages > (limits['maxPages'] ?? 0)) throw new RefusalError('pages', chargedPages);
  const pages = parts.flatMap((part) => part.pages).map((page, index): Page => ({ ...page, number: index + 1 }));
  const [only, another] = parts.filter(({ attached }) => attached);
  const pictures = parts.some(hasPictures)
    ? await joinPdfs(
        pdfium,
        parts.map(({ pages, pdf, pictures }) => ({ pages, pdf: pdf ?? pictures })),
      )
    : undefined;
  return {
    pages,
    attachments: parts.flatMap((part) => part.attachments),
    chargedPages,
    ...(pictures && { pictures }),
    ...(leftOut.length > 0 && { leftOut }),
    // A second attachment may be another invoice, so that nothing says whose values they are.
    ...(only?.stated && !another && { stated: only.stated }),
  };
}

/** What is attached first, so that its pages have the numbers that they have in it; the text of the mail only comes with it. */
function inOrder(parts: readonly MailPart[]): readonly MailPart[] {
  const [attached, texts] = [parts.filter((part) => part.attached), parts.filter((part) => !part.attached)];
  if (attached.length === 0) return texts;
  return [...attached, ...texts.map((part) => ({ ...part, pages: part.pages.map((page) => ({ ...page, accompanying: true }) as const) }))];
}

const hasPictures = ({ pdf, pictures }: MailPart): boolean => (pdf ?? pictures) !== undefined;

interface MailTerms {
  readonly limits: ParserLimits;
  readonly pdfium: Pdfium;
  /** All attachments so far, those of mails in mails included. */
  readonly attachments: { count: number };
  /** Those that are not read, in words. */
  readonly leftOut: string[];
  readonly depth: number;
}

async function partsOf(bytes: Uint8Array, terms: MailTerms): Promise<readonly MailPart[]> {
  if (terms.depth > maxMails) throw new RefusalError('levels');
  const mail = await parseMail(bytes, terms.limits['maxLevels'] ?? 0);
  requireShort(mail, terms.limits);
  const text = textPage(mail);
  const parts: MailPart[] =
    text.words.length + text.hidden.length === 0 ? [] : [{ pages: [text], attachments: [], chargedPages: 1, attached: false }];
  for (const attachment of mail.attachments) {
    terms.attachments.count += 1;
    const { count } = terms.attachments;
    if (count > (terms.limits['maxAttachments'] ?? 0)) throw new RefusalError('attachments');
    parts.push(...(await attachedParts(attachment, terms).catch((error) => refuse(error, count))));
  }
  if (parts.length === 0) throw new RefusalError('no-pages');
  if (!mail.isSeen && !parts.some(({ attached }) => attached)) terms.leftOut.push(htmlLeftOut);
  return parts;
}

/** As much text as a file without pages may have. @throws RefusalError 'pages' before anything is made of more */
function requireShort({ text }: Mail, limits: ParserLimits): void {
  const pages = pagesOf(text.reduce((sum, line) => sum + line.length + 1, 0));
  if (pages > (limits['maxPages'] ?? 0)) throw new RefusalError('pages', pages);
}

/** Says which attachment it is about; the innermost one where a mail is attached. */
function refuse(error: unknown, attachment: number): never {
  throw error instanceof RefusalError ? error.about(attachment) : error;
}

async function attachedParts(attachment: MailAttachment, terms: MailTerms): Promise<readonly MailPart[]> {
  const { bytes, isMail, isInline } = attachment;
  if (isMail) return partsOf(bytes, { ...terms, depth: terms.depth + 1 });
  const format = formatOf(bytes);
  if (format === undefined) {
    terms.leftOut.push(...leftOutOf(attachment, terms.attachments.count));
    return [];
  }
  const { leftOut = [], ...content } = await parsers[format]({ bytes, limits: terms.limits }, terms.pdfium);
  terms.leftOut.push(...leftOut.map((part) => `attachment ${terms.attachments.count}: ${part}`));
  if (format === 'image' && isInline && isDecoration(bytes)) return [];
  return [{ ...content, ...(format === 'pdf' && { pdf: bytes }), attached: true }];
}

type Parse = (task: ParserTask, pdfium: Pdfium) => Promise<DocumentContent>;

const parsers = {
  pdf: async ({ bytes, limits }, pdfium) => readPdf(pdfium, withoutOverload(bytes), limits['maxPages'] ?? 0),
  docx: readDocx,
  xlsx: readWorkbook,
  xml: readXml,
  image: readImage,
} satisfies Record<string, Parse>;

/** In dots: smaller pictures in the text of a mail are logos and signatures. */
const smallest = { width: 300, height: 200 };

function isDecoration(bytes: Uint8Array): boolean {
  const kind = kindOfImage(bytes);
  if (kind === undefined || kind === 'tiff') return false;
  const { width, height } = { png: pngImage, jpeg: jpegImage }[kind](Buffer.from(bytes));
  return width < smallest.width || height < smallest.height;
}

/** The format of an attachment by its bytes, never by its name; undefined for one that is not read. */
function formatOf(bytes: Uint8Array): keyof typeof parsers | undefined {
  if (isPdf(bytes)) return 'pdf';
  if (kindOfImage(bytes)) return 'image';
  if (isDocx(bytes)) return 'docx';
  if (isXlsx(bytes)) return 'xlsx';
  return isEInvoice(bytes) ? 'xml' : undefined;
}

/** What comes with mails and is never a document: visiting cards, appointments and signatures. Source: RFC 6350, 5545, 8551 and 3156. */
const neverDocuments = /^text\/(?:vcard|x-vcard|calendar)$|^application\/(?:ics|(?:x-)?pkcs7-signature|pgp-signature|pgp-keys)$/;

/** The words for an attachment that is not read, by its number among all of the mail; none for what is never a document. */
function leftOutOf({ mediaType }: MailAttachment, number: number): readonly string[] {
  if (neverDocuments.test(mediaType)) return [];
  const kind = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(mediaType) ? ` (${mediaType})` : '';
  return [`attachment ${number}${kind} was not read: it is no PDF, DOCX, XLSX, picture or XML invoice. What is asked for may stand there`];
}

/** Of a mail to which nothing is attached that says more. */
const htmlLeftOut = 'the HTML of the mail was not read, because nothing tells what of it a person sees. What is asked for may stand there';
