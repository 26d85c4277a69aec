import { type Attachment, type Cell, concrete, definePlugin, ExtractionError, type Field } from '../../core/index.js';
import { conceptOf } from '../../core/text.js';
import { openSandbox } from '../sandbox/sandbox.js';
import { bounds, type XmlFault } from './facturx/bounds.js';
import type { AttachmentReading } from './facturx/read-invoice.js';
import type { XmlInvoice } from './facturx/statements.js';

/** An invoice as XML is small; a child that wants more than this has met something else. */
const sandbox = { children: 1, recycleAfter: 200, deadlineMs: 5_000, memoryMb: 256, recycleAboveMb: 160, limits: {} };

/**
 * A witness: the electronic invoice that travels inside a PDF (Factur-X, ZUGFeRD, XRechnung, UBL), found by its root element, not by its name. Its
 * cells have no page and no quote, for nothing of it is printed: it can corroborate a page and contradict it, never replace it. A document
 * without one has no cells. The XML is read in a child process, which the first document with an attachment that looks like XML starts.
 */
export default definePlugin({
  kind: 'model',
  name: 'facturx',
  create(_options, context) {
    const read = openSandbox<AttachmentReading>(
      { plugin: 'models/facturx', subject: 'An XML attachment', ...sandbox, warm: false },
      context,
    );
    return {
      async read({ document, fields, signal }) {
        const invoice = await invoiceIn(document.attachments, (bytes) => read(bytes, signal));
        return { cells: invoice ? fields.flatMap((field) => cellsOf(field, invoice)) : [], source: 'the data embedded as XML' };
      },
    };
  },
});

/** @throws ExtractionError when an attachment begins as an invoice but cannot be read to its end. */
async function invoiceIn(
  attachments: readonly Attachment[],
  read: (bytes: Uint8Array) => Promise<AttachmentReading>,
): Promise<XmlInvoice | undefined> {
  for (const { bytes } of attachments.filter(beginsAsXml)) {
    const found = await read(bytes);
    if ('fault' in found)
      throw new ExtractionError('PARSING_ERROR', `facturx: an XML attachment cannot be read: ${sentences[found.fault]}`);
    if (found.invoice) return found.invoice;
  }
  return undefined;
}

const sentences: Readonly<Record<XmlFault, string>> = {
  doctype: 'it has a DTD',
  malformed: 'it is not well-formed',
  encoding: 'its encoding is not known',
  bytes: `it is larger than ${bounds.bytes} bytes`,
  elements: `it has more than ${bounds.elements} elements`,
  levels: `it is nested deeper than ${bounds.levels} levels`,
};

/** A tag comes first, after a byte order mark or white space. */
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
