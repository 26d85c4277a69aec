import { definePlugin } from '../../core/index.js';
import { sentWithStated } from '../einvoice/sent-invoice.js';
import { bounds, isEInvoice } from '../einvoice/syntaxes.js';
import { openConverter } from '../sandbox/converter.js';
import { sandboxOptions } from '../sandbox/sandbox.js';

/**
 * Reads electronic invoices in XML: UBL 2.1, CII and FatturaPA. What they state is printed as a listing, so that each value has a place that
 * proves it, and given as values, so that no reader has to guess what they mean. The file itself is an attachment, too.
 */
export default definePlugin({
  kind: 'converter',
  name: 'einvoice',
  options: { type: 'object', properties: sandboxOptions, additionalProperties: false },
  create: (settings, context) =>
    openConverter(
      {
        name: 'XML',
        format: 'xml',
        parser: 'einvoice',
        reads: { formats: ['XML invoice'], extensions: ['.xml'], mediaTypes: ['application/xml', 'text/xml'] },
        accepts: isEInvoice,
        limits: { maxElements: bounds.elements, maxLevels: bounds.levels, partMb: bounds.bytes / 2 ** 20 },
        parse: sentWithStated,
      },
      settings,
      context,
    ),
});
