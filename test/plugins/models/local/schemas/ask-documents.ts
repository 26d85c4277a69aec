import { parseSchema } from '../../../../../core/index.js';
import local from '../../../../../plugins/models/local.js';
import { engineOf } from '../../../../core/builders.js';
import type { Invoice } from '../../../../fixtures/invoice/invoice.js';
import { invoicePdf } from '../../../../fixtures/pdf/invoice-pdf.js';
import { openPdf } from '../../../converters/open.js';
import { definitions } from './forms.js';
import { propertiesOf, type Shape } from './shape.js';

/** Asks every document for a schema; the answers are keyed by the document's name. */
export type AskDocuments = (shape: Shape) => Promise<Readonly<Record<string, unknown>>>;

/** Prints each invoice once, and asks an engine that has only the local reader. */
export async function askingOf(invoices: Readonly<Record<string, Invoice>>): Promise<AskDocuments> {
  const opened = openPdf();
  const engines = await Promise.all(
    Object.entries(invoices).map(async ([name, invoice]) => {
      const document = await opened.convert(await invoicePdf(invoice));
      return [name, engineOf({ document, tiers: [{ plugin: local }] })] as const;
    }),
  );
  await opened.close();
  return async (shape) => {
    const schema = parseSchema(JSON.stringify({ type: 'object', properties: propertiesOf(shape), $defs: definitions }));
    const answers = engines.map(async ([name, engine]) => {
      const { object } = await engine.extract({ file: { name: 'invoice.pdf', bytes: new Uint8Array() }, schema });
      const { _meta, ...answer } = object as Readonly<Record<string, unknown>>;
      return [name, answer] as const;
    });
    return Object.fromEntries(await Promise.all(answers));
  };
}
