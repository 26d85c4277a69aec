import type { Attachment, DocumentContent, Page } from '../../../core/index.js';
import { type Handle, type Pdfium, utf16, withBytes, withDocument } from '../../pdfium/pdfium.js';
import { importPages, savedBytes } from '../../pdfium/save-pages.js';
import { type ExcerptRequest, RefusalError } from '../../sandbox/protocol.js';
import { firstVersion, withForeign, withRevisions } from './alterations.js';
import type { OpenDocument } from './annotations.js';
import { claimTraces } from './claims.js';
import { readPage } from './page.js';

/** Reads a whole PDF. @throws RefusalError with the reason. */
export function readDocument(pdfium: Pdfium, bytes: Uint8Array, maxPages: number): DocumentContent {
  const content = readVersion(pdfium, bytes, maxPages);
  const first = firstVersion(bytes);
  if (!first) return content;
  try {
    return { ...content, pages: withRevisions(content.pages, readVersion(pdfium, first, maxPages)) };
  } catch (error) {
    // What is no document by itself was no version of this one.
    if (error instanceof RefusalError) return content;
    throw error;
  }
}

const readVersion = (pdfium: Pdfium, bytes: Uint8Array, maxPages: number): DocumentContent =>
  withDocument(pdfium, bytes, (document) => withForm(pdfium, document, (form) => readPages({ pdfium, document, form }, maxPages)));

function readPages(open: OpenDocument, maxPages: number): DocumentContent {
  const count = open.pdfium._FPDF_GetPageCount(open.document);
  if (count < 1) throw new RefusalError('no-pages');
  if (count > maxPages) throw new RefusalError('pages', count);
  const pages = withForeign(Array.from({ length: count }, (_, index) => readPage(open, index)));
  if (pages.every((page) => page.width === 0)) throw new RefusalError('unreadable');
  return { pages: withClaims(pages, open), attachments: attachmentsOf(open.pdfium, open.document), chargedPages: count };
}

/** What the file says of itself stands with the first page. */
function withClaims(pages: readonly Page[], { pdfium, document }: OpenDocument): readonly Page[] {
  const claims = claimTraces(pdfium, document);
  return claims.length === 0
    ? pages
    : pages.map((page, at) => (at === 0 ? { ...page, traces: [...(page.traces ?? []), ...claims] } : page));
}

/** Form field values can only be read in a form environment. Its description has version 1 and no callbacks. */
function withForm<T>(pdfium: Pdfium, document: Handle, work: (form: Handle) => T): T {
  const bytes = 512;
  return withBytes(pdfium, bytes, (info) => {
    pdfium.HEAPU8.fill(0, info, info + bytes);
    pdfium.HEAPU32[info >> 2] = 1;
    const form = pdfium._FPDFDOC_InitFormFillEnvironment(document, info);
    try {
      return work(form);
    } finally {
      if (form) pdfium._FPDFDOC_ExitFormFillEnvironment(form);
    }
  });
}

/** The limits for attached files; an invoice XML has a few kilobytes. */
const max = { count: 20, bytes: 5_000_000, nameBytes: 512 };

/** The files attached to a document, at most 20; files above 5 MB are left out. */
function attachmentsOf(pdfium: Pdfium, document: Handle): readonly Attachment[] {
  const count = Math.min(pdfium._FPDFDoc_GetAttachmentCount(document), max.count);
  return Array.from({ length: Math.max(count, 0) }, (_, index) => read(pdfium, pdfium._FPDFDoc_GetAttachment(document, index))).flat();
}

function read(pdfium: Pdfium, attachment: Handle): readonly Attachment[] {
  if (!attachment) return [];
  const length = withBytes(pdfium, 4, (needed) =>
    pdfium._FPDFAttachment_GetFile(attachment, 0, 0, needed) ? (pdfium.HEAPU32[needed >> 2] ?? 0) : 0,
  );
  if (length === 0 || length > max.bytes) return [];
  const name = utf16(pdfium, max.nameBytes, (buffer, bytes) => pdfium._FPDFAttachment_GetName(attachment, buffer, bytes));
  return [{ name, bytes: content(pdfium, attachment, length) }];
}

function content(pdfium: Pdfium, attachment: Handle, length: number): Uint8Array {
  return withBytes(pdfium, length, (buffer) =>
    withBytes(pdfium, 4, (needed) => {
      pdfium._FPDFAttachment_GetFile(attachment, buffer, length, needed);
      return pdfium.HEAPU8.slice(buffer, buffer + length);
    }),
  );
}

/**
 * Makes a PDF of some pages of another one. Its layers are lost, so that what a layer hid is seen; attachments and links are left behind.
 * @throws RefusalError when a page does not exist
 */
export function excerptPages(pdfium: Pdfium, bytes: Uint8Array, { excerpt: pages }: ExcerptRequest): Uint8Array {
  return withDocument(pdfium, bytes, (from) => {
    const to = pdfium._FPDF_CreateNewDocument();
    try {
      if (!importPages(pdfium, { from, to }, pages)) throw new RefusalError('unreadable');
      return savedBytes(pdfium, to);
    } finally {
      if (to) pdfium._FPDF_CloseDocument(to);
    }
  });
}
