import { serve } from '../sandbox/serve.js';
import type { HostSchemas } from './host-schemas.js';
import { readXml } from './listing.js';
import { brokenRules, hasNamespace, ruledSyntax } from './rules/business-rules.js';
import { xsdBreaches } from './rules/xsd.js';
import { mostRules, type Ruled } from './sent-rules.js';
import { eInvoiceIn, readAttachment } from './statements.js';
import { XmlRefused } from './xml-tree.js';

/** What is asked of an attachment; a file that is an invoice itself is read with nothing wanted. */
const wanted: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
  attachment: (bytes) => readAttachment(bytes),
  terms: (bytes) => readAttachment(bytes, 'stating'),
};

const isRules = (asked: unknown): asked is { readonly rules: HostSchemas } =>
  typeof asked === 'object' && asked !== null && 'rules' in asked;

serve(async (task) => {
  if (isRules(task.wanted)) return ruled(task.bytes, task.wanted.rules);
  return (typeof task.wanted === 'string' ? wanted[task.wanted]?.(task.bytes) : undefined) ?? readXml(task);
});

/** The rules that an invoice breaks, those of a schema of the host first; null for what EN 16931 has no rules for. */
async function ruled(bytes: Uint8Array, schemas: HostSchemas): Promise<Ruled> {
  try {
    const root = eInvoiceIn(bytes)?.root;
    const syntax = root && ruledSyntax(root);
    if (!root || !syntax) return { broken: null };
    if (!hasNamespace(root)) return { fault: 'namespace' };
    const broken = brokenRules(root, syntax);
    const schema = schemas[root.name];
    if (!schema) return { broken };
    const found = await xsdBreaches(bytes, schema);
    if ('unusable' in found) return { broken, ...found };
    // What stands in for a schema is not needed beside one.
    return { broken: [...found.broken, ...broken.filter(({ rule }) => rule !== 'XSD')].slice(0, mostRules) };
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
    return { fault: error.fault };
  }
}
