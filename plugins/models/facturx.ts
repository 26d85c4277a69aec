import { type Attachment, type Cell, conceptOf, concrete, definePlugin, ExtractionError, type Field } from '../../core/index.js';
import { type Invoice, invoiceOf } from './facturx/statements.js';
import { syntaxes } from './facturx/terms.js';
import { type XmlElement, XmlRefused, xmlTree } from './facturx/xml-tree.js';

/**
 * A witness: the electronic invoice that travels inside a PDF (Factur-X, ZUGFeRD, XRechnung, UBL), found by its root element, not by its name. Its
 * cells have no page and no quote, for nothing of it is printed: it can corroborate a page and contradict it, never replace it. A document
 * without one has no cells.
 */
export default definePlugin({
  kind: 'model',
  name: 'facturx',
  create: () => ({
    async read({ document, fields }) {
      const invoice = invoiceIn(document.attachments);
      return { cells: invoice ? fields.flatMap((field) => cellsOf(field, invoice)) : [], source: 'the data embedded as XML' };
    },
  }),
});

function invoiceIn(attachments: readonly Attachment[]): Invoice | undefined {
  for (const { bytes } of attachments) {
    const root = rootOf(bytes);
    const syntax = syntaxes.find(({ roots }) => root && roots.includes(root.name));
    if (root && syntax) return invoiceOf(root, syntax);
  }
  return undefined;
}

const isInvoice = (name: string): boolean => syntaxes.some(({ roots }) => roots.includes(name));

/** @throws ExtractionError when an attachment begins as XML but cannot be read to its end. */
function rootOf(bytes: Uint8Array): XmlElement | undefined {
  if (!beginsAsXml(bytes)) return undefined;
  try {
    return xmlTree(bytes, isInvoice);
  } catch (cause) {
    if (!(cause instanceof XmlRefused)) throw cause;
    throw new ExtractionError('PARSING_ERROR', `facturx: an XML attachment cannot be read: ${cause.message}`, { cause });
  }
}

/** A tag comes first, after a byte order mark or white space. */
const beginsAsXml = (bytes: Uint8Array): boolean => /^(?:ï»¿|ÿþ|þÿ)?[\s\0]*</.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'));

function cellsOf(field: Field, { header, lines }: Invoice): readonly Cell[] {
  const concept = conceptOf(field);
  if (!concept) return [];
  const marks = field.path.split('[]').length - 1;
  if (marks === 0) return cell(field.path, header.get(concept));
  if (marks > 1 || !concept.startsWith('line_')) return [];
  return lines.flatMap((line, index) => cell(concrete(field.path, [index]), line.get(concept)));
}

const cell = (path: string, value: string | undefined): readonly Cell[] =>
  value === undefined ? [] : [{ path, value, page: null, quote: null, confidence: 'certain', reason: 'exact' }];
