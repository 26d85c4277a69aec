import { type Attachment, type Cell, concrete, definePlugin, ExtractionError, type Field } from '../../core/index.js';
import { conceptOf } from '../../core/text.js';
import { openEInvoices } from '../einvoice/open.js';
import { sentReading } from '../einvoice/sent-invoice.js';
import type { AttachmentReading, XmlInvoice } from '../einvoice/statements.js';
import { faultSentences } from '../einvoice/syntaxes.js';

/**
 * A witness: the electronic invoice inside a PDF (Factur-X, ZUGFeRD, XRechnung, UBL), found by its root element, not by its file name.
 * Its cells have no page and no quote, because none of it is printed: it can confirm or contradict a page, never replace it. The XML is
 * read
 * in a child process, which starts with the first attachment that begins like XML.
 */
export default definePlugin({
  kind: 'model',
  name: 'facturx',
  create(_options, context) {
    const read = openEInvoices({ subject: 'An XML attachment', ahead: true, parse: sentReading }, context);
    return {
      async read({ document, fields, signal }) {
        const invoice = await invoiceIn(document.attachments, (bytes) => read({ ...document.file, bytes }, signal, 'attachment'));
        return { cells: invoice ? fields.flatMap((field) => cellsOf(field, invoice)) : [], source: 'the data embedded as XML' };
      },
    };
  },
});

/** @throws ExtractionError when an attachment begins as an invoice but cannot be read completely. */
async function invoiceIn(
  attachments: readonly Attachment[],
  read: (bytes: Uint8Array) => Promise<AttachmentReading>,
): Promise<XmlInvoice | undefined> {
  for (const { bytes } of attachments.filter(beginsAsXml)) {
    const found = await read(bytes);
    if ('fault' in found)
      throw new ExtractionError('PARSING_ERROR', `facturx: an XML attachment cannot be read: ${faultSentences[found.fault]}`);
    if (found.invoice) return found.invoice;
  }
  return undefined;
}

/** XML begins with a tag, after an optional byte order mark or white space. */
const beginsAsXml = ({ bytes }: Attachment): boolean =>
  /^(?:ï»¿|ÿþ|þÿ)?[\s\0]*</.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'));

function cellsOf(field: Field, { header, lines }: XmlInvoice): readonly Cell[] {
  const concept = conceptOf(field);
  if (!concept) return [];
  const marks = field.path.split('[]').length - 1;
  if (marks === 0) return cell(field.path, header.get(concept));
  if (marks > 1 || !concept.startsWith('line_')) return [];
  return lines.flatMap((line, index) => cell(concrete(field.path, [index]), line.get(concept)));
}

const cell = (path: string, value: string | undefined): readonly Cell[] =>
  value === undefined ? [] : [{ path, value, page: null, quote: null, confidence: 'certain', reason: 'exact' }];
