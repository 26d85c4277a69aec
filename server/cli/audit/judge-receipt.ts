import type { KeyObject } from 'node:crypto';
import { isObject, type Json } from '../../../core/index.js';
import { type Digests, digestOf, digestOfBytes, digestsOfParts, parseExactly } from '../../receipts/digest.js';
import { faultOf, payloadOf } from '../../receipts/envelope.js';
import { digestsOfIngredients, type Ingredients } from '../../receipts/receipt.js';
import { readStatement } from '../../receipts/statement.js';
import { type AuditFinding, finding } from './finding.js';

/** What a receipt is held against. */
export interface ReceiptContext {
  /** The text of the whole answer. */
  readonly answer: string;
  readonly document: Uint8Array;
  /** A JSON Schema as text; absent where it was not named. */
  readonly schema?: string | undefined;
  readonly ingredients: Ingredients;
  /** Whether the configuration was named for the comparison. One that only happens to be here may be another by now. */
  readonly configurationNamed: boolean;
  /** Absent where nobody said whose signature it should be. */
  readonly key?: KeyObject | undefined;
  /** Whether there has to be a receipt. */
  readonly expected: boolean;
}

/** A finding for the signature of an answer's receipt, and one for each thing of which it has the digest; none where there is no receipt. */
export function judgeReceipt(context: ReceiptContext): readonly AuditFinding[] {
  const answer = parseExactly(context.answer);
  const receipt = isObject(answer) ? answer['receipt'] : undefined;
  if (!isObject(answer) || receipt === undefined)
    return context.expected ? [finding('receipt', ['the answer has none, although a key to check it was named'])] : [];
  const { receipt: _, ...signed } = answer;
  return [judgeSignature(receipt, context.key), ...judgeStatement(payloadOf(receipt), signed, context)];
}

function judgeSignature(receipt: Json, key: KeyObject | undefined): AuditFinding {
  if (!key) return unknown('receipt signature', 'nobody said whose it should be: --receipt-key names the public key');
  const fault = faultOf(receipt, key);
  return finding('receipt signature', fault === undefined ? [] : [fault]);
}

function judgeStatement(text: string | undefined, answer: Json, context: ReceiptContext): readonly AuditFinding[] {
  try {
    const { digests, parts } = readStatement(text ?? '');
    return [judgeAnswer(answer, digests, parts), ...judgeInputs(digests, context)];
  } catch {
    return [finding('receipt', ['what it says cannot be read'])];
  }
}

function judgeAnswer(answer: Json, digests: Digests, parts: Digests): AuditFinding {
  if (digestOf(answer) === digests['answer']) return finding('receipt answer', []);
  const now = digestsOfParts(answer);
  const changed = [...new Set([...Object.keys(parts), ...Object.keys(now)])].filter((path) => parts[path] !== now[path]);
  return finding('receipt answer', [`it is not the one that was signed: ${changed.join(', ') || 'its parts are, but not the whole'}`]);
}

function judgeInputs(digests: Digests, { document, schema, ingredients, configurationNamed }: ReceiptContext): readonly AuditFinding[] {
  const here = { document: digestOfBytes(document), ...(schema !== undefined && { schema: digestOf(JSON.parse(schema)) }) };
  const made = Object.entries(digestsOfIngredients(ingredients)).map(([name, digest]) => {
    if (digest === digests[name]) return finding(`receipt ${name}`, []);
    const differs = 'those here are not the ones that the answer was made with';
    return configurationNamed ? finding(`receipt ${name}`, [differs]) : unknown(`receipt ${name}`, `${differs}: --config names others`);
  });
  return [
    ...Object.entries(here).map(([name, digest]) =>
      finding(`receipt ${name}`, digest === digests[name] ? [] : ['it is not the one that the answer was made of']),
    ),
    ...(schema === undefined ? [unknown('receipt schema', 'it was not named: --schema')] : []),
    ...made,
  ];
}

const unknown = (about: string, why: string): AuditFinding => ({ about, verdict: 'unknown', problems: [why] });
