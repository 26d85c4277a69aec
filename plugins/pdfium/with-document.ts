import { RefusalError } from '../sandbox/refusal.js';
import { withBytes } from './memory.js';
import type { Handle, Pdfium } from './pdfium.js';

/** Codes of `FPDF_GetLastError`: a password or another key is needed. A document with only an owner password opens. */
const encryptedErrors: readonly number[] = [4, 5];

/** Opens a PDF for the duration of `work`. @throws RefusalError when it cannot be opened */
export function withDocument<T>(pdfium: Pdfium, bytes: Uint8Array, work: (document: Handle) => T): T {
  return withBytes(pdfium, bytes.length, (at) => {
    pdfium.HEAPU8.set(bytes, at);
    const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0);
    if (!document) throw new RefusalError(encryptedErrors.includes(pdfium._FPDF_GetLastError()) ? 'encrypted' : 'unreadable');
    try {
      return work(document);
    } finally {
      pdfium._FPDF_CloseDocument(document);
    }
  });
}
