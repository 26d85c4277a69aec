import { withBytes } from './memory.js';
import type { Handle, Pdfium } from './pdfium.js';

/** Copies pages, counted from 1, from one open document into another, before its page of index `at`. False where a page does not exist. */
export const importPages = (
  pdfium: Pdfium,
  { from, to }: { readonly from: Handle; readonly to: Handle },
  pages: readonly number[],
  at = 0,
): boolean =>
  pages.length > 0 &&
  withBytes(pdfium, pages.length * 4, (indexes) => {
    pdfium.HEAP32.set(
      pages.map((page) => page - 1),
      indexes >> 2,
    );
    return pdfium._FPDF_ImportPagesByIndex(to, from, indexes, pages.length, at) !== 0;
  });
