import type { Attachment } from '../../../core/index.js';
import { utf16, withBytes } from '../../pdfium/memory.js';
import type { Handle, Pdfium } from '../../pdfium/pdfium.js';

/** The limits for attached files; an invoice XML has a few kilobytes. */
const max = { count: 20, bytes: 5_000_000, nameBytes: 512 };

/** The files attached to a document, at most 20; files above 5 MB are left out. */
export function attachmentsOf(pdfium: Pdfium, document: Handle): readonly Attachment[] {
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
