import { isDocx } from '../docx/is-docx.js';
import { isEInvoice } from '../einvoice/root.js';
import { kindOfImage } from '../image/kind.js';
import { isPdf } from '../pdf/is-pdf.js';
import { isXlsx } from '../xlsx/is-xlsx.js';

/** The format of an attachment by its bytes, never by its name; undefined for one that is not read. */
export function formatOf(bytes: Uint8Array): 'pdf' | 'docx' | 'xlsx' | 'xml' | 'image' | undefined {
  if (isPdf(bytes)) return 'pdf';
  if (kindOfImage(bytes)) return 'image';
  if (isDocx(bytes)) return 'docx';
  if (isXlsx(bytes)) return 'xlsx';
  return isEInvoice(bytes) ? 'xml' : undefined;
}
