import { type Engine, InputError, type Schema, type SourceFile } from '../../../core/index.js';
import type { FileAnswer } from '../file-answers.js';
import { eInvoiceOf } from './write.js';

/**
 * The document, a PDF, with its answer as an invoice by EN 16931 inside: a Factur-X. It says of itself that the invoice is valid, so another one is refused.
 * @throws InputError for what cannot be one
 */
export async function facturxOf(
  { file, answer, schema }: { readonly file: SourceFile; readonly answer: FileAnswer; readonly schema: Schema },
  engine: Pick<Engine, 'view'>,
): Promise<Uint8Array> {
  const { xml, faults } = eInvoiceOf(answer, schema, 'cii');
  if (faults.length > 0)
    throw new InputError(
      `A Factur-X says that its invoice is valid by EN 16931, and this one is not: ${faults.join('; ')}. Export .cii.xml instead`,
    );
  const { document, addInvoice } = await engine.view(file);
  if (!addInvoice)
    throw new InputError(
      'A Factur-X is the document as a PDF with the invoice inside, and this document is no PDF: export .cii.xml instead',
    );
  if (document.attachments.some(({ name }) => /\.xml$/i.test(name)))
    throw new InputError('The PDF has an XML inside already: a Factur-X has one invoice');
  // A signature names the bytes that it is about, in plain letters. Source: ISO 32000-1, 12.8.1.
  if (Buffer.from(file.bytes).includes('/ByteRange'))
    throw new InputError('The PDF is signed, and its signature would not hold with an invoice inside: export .cii.xml instead');
  return addInvoice(Buffer.from(xml), new AbortController().signal);
}
