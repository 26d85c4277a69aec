import { serve } from '../sandbox/serve.js';
import { brokenRules, ruledSyntax } from './business-rules.js';
import { readXml } from './listing.js';
import { eInvoiceIn, readAttachment } from './statements.js';
import { XmlRefused } from './xml-tree.js';

/** Reads a file that is an invoice, or what is attached to one. */
serve(async (task) =>
  task.wanted === 'rules' ? ruled(task.bytes) : task.wanted === 'attachment' ? readAttachment(task.bytes) : readXml(task),
);

/** The rules that an invoice breaks; null for what EN 16931 has no rules for. */
function ruled(bytes: Uint8Array) {
  try {
    const root = eInvoiceIn(bytes)?.root;
    const syntax = root && ruledSyntax(root);
    return root && syntax ? { broken: brokenRules(root, syntax).slice(0, 100) } : { broken: null };
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
    return { fault: error.fault };
  }
}
