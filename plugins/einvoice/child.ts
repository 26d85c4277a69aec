import { serve } from '../sandbox/serve.js';
import { readXml } from './listing.js';
import { brokenRules, hasNamespace, ruledSyntax } from './rules/business-rules.js';
import { eInvoiceIn, readAttachment } from './statements.js';
import { XmlRefused } from './xml-tree.js';

/** What is asked of an attachment; a file that is an invoice itself is read with nothing wanted. */
const wanted: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
  rules: ruled,
  attachment: (bytes) => readAttachment(bytes),
  terms: (bytes) => readAttachment(bytes, 'stating'),
};

serve(async (task) => (typeof task.wanted === 'string' ? wanted[task.wanted]?.(task.bytes) : undefined) ?? readXml(task));

/** The rules that an invoice breaks; null for what EN 16931 has no rules for. */
function ruled(bytes: Uint8Array) {
  try {
    const root = eInvoiceIn(bytes)?.root;
    const syntax = root && ruledSyntax(root);
    if (root && syntax && !hasNamespace(root)) return { fault: 'namespace' };
    return root && syntax ? { broken: brokenRules(root, syntax) } : { broken: null };
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
    return { fault: error.fault };
  }
}
