import { definePlugin, type VerifierRule } from '../../core/index.js';
import { readHostSchemas, xsdOption } from '../einvoice/host-schemas.js';
import { openEInvoices } from '../einvoice/open.js';
import { sentRules } from '../einvoice/sent-rules.js';
import { isEInvoice } from '../einvoice/syntaxes.js';
import { findingsOf } from './records/e-invoice.js';

/**
 * An invoice in UBL or CII, or one that is embedded in a PDF, keeps business rules of EN 16931-1:2017. Each rule that it breaks is a check
 * that holds the document and lowers no score; so is what it breaks of a schema that `xsd` names. Does not apply to documents without such an
 * invoice.
 */
export default definePlugin({
  kind: 'rule',
  name: 'en16931',
  options: { type: 'object', properties: { xsd: { ...xsdOption, default: {} } }, additionalProperties: false },
  create({ xsd }, context): VerifierRule {
    const rules = readHostSchemas(xsd, context.folder);
    const read = openEInvoices({ subject: 'An XML invoice', parse: sentRules }, context);
    return {
      type: 'EN16931',
      async check({ attachments }, { signal, caller }) {
        const invoices = attachments.filter(({ bytes }) => isEInvoice(bytes));
        const readings = await Promise.all(
          invoices.map(({ bytes }) => read({ bytes, ...(caller !== undefined && { caller }) }, signal, { rules })),
        );
        return readings.flatMap(findingsOf);
      },
    };
  },
});
