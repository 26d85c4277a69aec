import { hash } from 'node:crypto';
import { definePlugin, type VerifierRule } from '../../core/index.js';
import { openEInvoices } from '../einvoice/open.js';
import { sentReading } from '../einvoice/sent-invoice.js';
import { isEInvoice } from '../einvoice/syntaxes.js';
import { unreadable } from './records/e-invoice.js';
import { againstPage } from './records/xml-against-page.js';

/**
 * The electronic invoice inside a document says what its pages say: numbers, dates and amounts, compared as values. What differs is an issue
 * with both places, and speaks against the field: one of the two is not what was agreed. Source: EN 16931-1 for the terms.
 */
export default definePlugin({
  kind: 'rule',
  name: 'xml-page',
  create(_options, context): VerifierRule {
    const read = openEInvoices({ subject: 'An XML invoice', parse: sentReading }, context);
    return {
      type: 'XML_PAGE',
      needs: ['invoice_number', 'issue_date', 'subtotal', 'tax', 'total', 'amount_due'],
      async check(result, { signal, caller }) {
        // An invoice in XML is its own page.
        const inside = result.attachments.find(({ bytes }) => isEInvoice(bytes) && hash('sha256', bytes) !== result.fingerprint);
        if (!inside) return [];
        const reading = await read({ bytes: inside.bytes, ...(caller !== undefined && { caller }) }, signal, 'terms');
        if ('fault' in reading) return [unreadable('XML_PAGE', 'the same in the XML and on the page', reading.fault)];
        return reading.invoice ? againstPage(result, reading.invoice.header) : [];
      },
    };
  },
});
