import { InputError, isObject, type Schema } from '../../../core/index.js';
import { documentsIn, type FileAnswer } from '../file-answers.js';
import { type XmlNode, xmlLines } from '../xml.js';
import { ciiOf } from './cii.js';
import { factsIn, type InvoiceFacts } from './facts.js';
import type { AskedAnswer } from './kind.js';
import { missingTerms } from './missing.js';
import { brokenSums } from './sums.js';
import { ublOf } from './ubl.js';

/** The syntaxes in which an answer can be written. */
export const eInvoiceSyntaxes = { ubl: ublOf, cii: ciiOf } as const satisfies Readonly<Record<string, (facts: InvoiceFacts) => XmlNode>>;
export type EInvoiceSyntax = keyof typeof eInvoiceSyntaxes;

export interface WrittenInvoice {
  readonly xml: string;
  /** What EN 16931 requires and the answer does not say, and what would help, and which of its sums do not hold; the XML begins with it, as a comment. */
  readonly faults: readonly string[];
}

/** The answer for one invoice or credit note as XML by EN 16931. @throws InputError for an answer about several documents, without data, or of unknown kind */
export function eInvoiceOf(answer: FileAnswer, schema: Schema, syntax: EInvoiceSyntax): WrittenInvoice {
  const facts = factsIn({ schema, ...onlyObjectOf(answer) });
  const faults = [...missingTerms(facts, syntax), ...brokenSums(facts)];
  const says = faults.length === 0 ? '' : `<!-- Not valid by EN 16931: ${faults.join('; ').replaceAll('--', '- -')} -->\n`;
  return { xml: `<?xml version="1.0" encoding="UTF-8"?>\n${says}${xmlLines(eInvoiceSyntaxes[syntax](facts))}`, faults };
}

function onlyObjectOf(answer: FileAnswer): Pick<AskedAnswer, 'object' | 'name'> {
  const documents = documentsIn(answer);
  if (documents.length > 1) throw new InputError('The answer is about several documents: an electronic invoice is one');
  const [one] = documents;
  if (one?.kind === 'answered' && isObject(one.body.object)) return { object: one.body.object, name: one.body.schema?.name };
  throw new InputError('The answer has no data of which an electronic invoice could be made');
}
