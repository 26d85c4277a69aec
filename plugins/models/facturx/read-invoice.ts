import type { XmlFault } from '../../einvoice/bounds.js';
import { invoiceOf, type XmlInvoice } from '../../einvoice/statements.js';
import { syntaxes } from '../../einvoice/terms.js';
import { XmlRefused, xmlTree } from '../../einvoice/xml-tree.js';

/** The result for an attachment: an invoice, undefined for any other content, or why it cannot be read. */
export type AttachmentReading = { readonly invoice: XmlInvoice | undefined } | { readonly fault: XmlFault };

/** Reads one attachment. Its bytes are untrusted, so this runs in a child only. */
export function readInvoice(bytes: Uint8Array): AttachmentReading {
  try {
    const root = xmlTree(bytes, (name) => syntaxes.some(({ roots }) => roots.includes(name)));
    const syntax = syntaxes.find(({ roots }) => root && roots.includes(root.name));
    return { invoice: root && syntax && invoiceOf(root, syntax) };
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
    return { fault: error.fault };
  }
}
