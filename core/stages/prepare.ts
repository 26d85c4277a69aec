import type { Concept } from '../contracts/concept.js';
import type { Document } from '../contracts/document.js';
import type { ExtractionRequest } from '../contracts/extraction.js';
import type { ReadTask } from '../contracts/model.js';
import type { VerifierRule } from '../contracts/rule.js';
import type { Field, Schema } from '../contracts/schema.js';
import { conceptOf } from '../evidence/labels/concepts/concepts.js';
import { DocumentIndex } from '../evidence/page/document-index.js';
import { indexPage } from '../evidence/page/page-index.js';
import { numbersAmong } from '../evidence/print/tokens.js';
import { eventLoopYielder, type YieldToEventLoop } from '../flow/event-loop.js';
import type { Reader } from './reading/reader.js';

/** What one request is about: the searchable document, and the fields to read from it. */
export interface ExtractionContext {
  /** All that is read, the operands of the checks included. */
  readonly task: ReadTask;
  /** Whether the caller wants to see the checks. */
  readonly verify: boolean;
  readonly index: DocumentIndex;
  readonly schema: Schema;
  /** 0..1 */
  readonly threshold: number;
}

/** The same request about a document whose words have changed. */
export const withDocument = async (context: ExtractionContext, document: Document): Promise<ExtractionContext> => ({
  ...context,
  task: { ...context.task, document },
  index: await searchable(document, eventLoopYielder(context.task.signal)),
});

/** What a task gets besides the document, and the rules whose operands are read with it. */
export type PreparationTerms = Pick<ReadTask, 'signal' | 'pages'> & { readonly rules: readonly VerifierRule[] };

/** Makes the document searchable, and adds to the caller's fields the operands that the rules need and the schema lacks. */
export async function prepare(
  document: Document,
  request: ExtractionRequest,
  { rules, ...given }: PreparationTerms,
): Promise<ExtractionContext> {
  const { verify = false } = request;
  const shadow = shadowFields(request.schema, rules, verify);
  return {
    task: { document, fields: [...request.schema.fields, ...shadow], ...given },
    verify,
    index: await searchable(document, eventLoopYielder(given.signal)),
    schema: request.schema,
    threshold: request.threshold ?? defaultThreshold,
  };
}

/** What a reader is asked: one that uses tokens is asked for operands of checks only where the caller wants to see these. */
export const taskFor = ({ model }: Reader, { task, verify }: ExtractionContext): ReadTask =>
  verify || !model.most ? task : { ...task, fields: task.fields.filter((field) => !field.shadow) };

/** Reads row by row, so that other requests run in between, also where a document is one long page; the index finds the rows memoized. */
async function searchable(document: Document, yieldToEventLoop: YieldToEventLoop): Promise<DocumentIndex> {
  for (const page of document.pages) {
    await yieldToEventLoop();
    for (const { words } of indexPage(page).rows) {
      await yieldToEventLoop();
      numbersAmong(words);
    }
  }
  return new DocumentIndex(document);
}

/** The default of the specification, §2.1. */
export const defaultThreshold = 0.85;
/** The root of operands that the caller did not ask for. No path of a caller's field begins like this. */
const shadowRoot = '$shadow';

/** If the schema has one operand of a rule, the others are read as well; whole columns only if the caller wants to see the checks. */
function shadowFields(schema: Schema, rules: readonly VerifierRule[], verify: boolean): readonly Field[] {
  const asked = new Set(schema.fields.map(conceptOf));
  const wanted = rules.flatMap(({ needs = [] }) => (needs.some((concept) => asked.has(concept)) ? needs : []));
  const numbers = new Set(schema.fields.filter((field) => field.type === 'number' || field.type === 'integer').map(conceptOf));
  return [...new Set(wanted)].filter((concept) => !numbers.has(concept) && (verify || !isColumn(concept))).map(shadowField);
}

const isColumn = (concept: Concept): boolean => concept.startsWith('line_');

function shadowField(concept: Concept): Field {
  const name = isColumn(concept) ? concept.slice('line_'.length) : concept;
  const names = isColumn(concept) ? ['line_items', name] : [name];
  return {
    path: isColumn(concept) ? `${shadowRoot}.line_items[].${name}` : `${shadowRoot}.${name}`,
    names,
    type: 'number',
    description: '',
    hints: [],
    required: false,
    shadow: true,
  };
}
