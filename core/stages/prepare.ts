import type { Concept } from '../contracts/concept.js';
import type { Converter } from '../contracts/converter.js';
import type { Document, SourceFile } from '../contracts/document.js';
import { defaultThreshold, type ExtractionRequest } from '../contracts/extraction.js';
import type { PageSource, ReadTask } from '../contracts/model.js';
import type { NeededField, VerifierRule } from '../contracts/rule.js';
import type { Field, JsonObject, Schema } from '../contracts/schema.js';
import { partsOf, phrasesIn } from '../evidence/caveats/sentences.js';
import { stampOn } from '../evidence/caveats/stamps.js';
import { labelsOfWords } from '../evidence/caveats/sums-said.js';
import { checkName } from '../evidence/check-name.js';
import { conceptKind } from '../evidence/labels/concepts/concept-kind.js';
import { conceptOf, isConcept } from '../evidence/labels/concepts/concepts.js';
import { type DocumentIndex, indexDocument } from '../evidence/page/document-index.js';
import { indexPage } from '../evidence/page/page-index.js';
import { numbersAmong } from '../evidence/print/tokens.js';
import { eventLoopYielder, type YieldToEventLoop } from '../flow/event-loop.js';
import type { Reader } from '../flow/reader.js';
import { converterFor } from './convert.js';

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
  /** The fields that every reader is asked for because a rule describes them. */
  readonly needed: ReadonlySet<Field>;
  /** Who asks, in the host's words. */
  readonly caller?: string;
  /** What the answer holds where it came with the request. */
  readonly given?: JsonObject;
}

/** The same request about a document whose words have changed. */
export const withDocument = async (context: ExtractionContext, document: Document): Promise<ExtractionContext> => ({
  ...context,
  task: { ...context.task, document },
  index: await searchable(document, eventLoopYielder(context.task.signal)),
});

/** What a task gets besides the document, and the rules whose operands are read with it. */
type PreparationTerms = Pick<ReadTask, 'signal' | 'pages'> & { readonly rules: readonly VerifierRule[] };

/** Makes the document searchable, and adds to the caller's fields the operands that the rules need and the schema lacks. */
export async function prepare(
  document: Document,
  request: ExtractionRequest,
  { rules, ...given }: PreparationTerms,
): Promise<ExtractionContext> {
  const { verify = false } = request;
  const needed = neededFields(request.schema, rules);
  const described = new Set(needed.map(({ path }) => path));
  const shadow = [...shadowFields(request.schema, rules, verify).filter(({ path }) => !described.has(path)), ...needed];
  return {
    task: { document, fields: [...request.schema.fields, ...shadow], ...given },
    needed: new Set(needed),
    ...(request.caller !== undefined && { caller: request.caller }),
    // What a person says is typed like what is read.
    ...(request.given && !request.given.places && { given: request.given.data }),
    verify,
    index: await searchable(document, eventLoopYielder(given.signal)),
    schema: request.schema,
    threshold: request.threshold ?? defaultThreshold,
  };
}

/** What a reader is asked: one that uses tokens is asked for operands of checks only where the caller wants to see these. */
export function taskFor({ model, given }: Reader, { task, verify, needed }: ExtractionContext): ReadTask {
  if (given) return { ...task, fields: task.fields.filter((field) => !field.shadow) };
  return verify || !model.most ? task : { ...task, fields: task.fields.filter((field) => !field.shadow || needed.has(field)) };
}

/** Reads row by row, so that other requests run in between, also where a document is one long page; what asks later finds it memoized. */
export async function searchable(document: Document, yieldToEventLoop: YieldToEventLoop): Promise<DocumentIndex> {
  for (const page of document.pages) {
    await yieldToEventLoop();
    const index = indexPage(page);
    for (const row of index.rows) {
      await yieldToEventLoop();
      numbersAmong(row.words);
      stampOn(row);
    }
    for (const part of partsOf(index)) {
      await yieldToEventLoop();
      phrasesIn(part);
      labelsOfWords(part);
    }
  }
  return indexDocument(document);
}

/** The root of operands that the caller did not ask for. No path of a caller's field begins like this. */
const shadowRoot = '$shadow';

/** If the schema has one operand of a rule, the others are read as well; whole columns only if the caller wants to see the checks. */
function shadowFields(schema: Schema, rules: readonly VerifierRule[], verify: boolean): readonly Field[] {
  const asked = new Set(schema.fields.map(conceptOf));
  const concepts = rules.map(({ needs = [] }) => needs.filter((need) => typeof need === 'string'));
  const wanted = concepts.flatMap((needs) => (needs.some((concept) => asked.has(concept)) ? needs : []));
  return [...new Set(wanted)]
    .filter((concept) => verify || !isColumn(concept))
    .map((name) => shadowField({ name }))
    .filter((field) => !isAnswered(field, schema));
}

/** The fields that rules describe and the schema lacks. */
function neededFields(schema: Schema, rules: readonly VerifierRule[]): readonly Field[] {
  const described = rules.flatMap(({ needs = [] }) => needs.filter((need) => typeof need !== 'string'));
  const byPath = new Map(described.map(shadowField).map((field) => [field.path, field]));
  return [...byPath.values()].filter((field) => !isAnswered(field, schema));
}

/** Whether the caller asks for the same: for its concept, or by its name. A text is no use as a number. */
function isAnswered({ names, type }: Field, { fields }: Schema): boolean {
  const [name = ''] = names.length > 1 ? [`line_${names.at(-1)}`] : names;
  const isSame = (field: Field): boolean => (isConcept(name) ? conceptOf(field) === name : checkName(field.path) === name);
  return fields.some((field) => isSame(field) && (type !== 'number' || field.type === 'number' || field.type === 'integer'));
}

const isColumn = (name: string): boolean => isConcept(name) && name.startsWith('line_');

function shadowField({ name, type = typeOf(name), format, description = '' }: NeededField): Field {
  const column = isColumn(name) ? name.slice('line_'.length) : undefined;
  const isDate = format === 'date' || (isConcept(name) && conceptKind(name) === 'date');
  return {
    path: column === undefined ? `${shadowRoot}.${name}` : `${shadowRoot}.line_items[].${column}`,
    names: column === undefined ? [name] : ['line_items', column],
    type,
    ...(isDate && { format: 'date' }),
    description,
    hints: [],
    required: false,
    shadow: true,
  };
}

const typeOf = (name: string): Field['type'] =>
  isConcept(name) && (conceptKind(name) === 'amount' || quantities.has(name)) ? 'number' : 'string';
const quantities = new Set<Concept>(['tax_rate', 'line_quantity', 'line_tax_rate']);

/** Where models get parts of a file from: the converter that reads it. Undefined where it can make none. */
export function pageSource(file: SourceFile, converters: readonly Converter[], signal: AbortSignal): PageSource | undefined {
  const converter = converterFor(file, converters);
  const excerpt = converter?.excerpt?.bind(converter);
  const draw = converter?.draw?.bind(converter);
  if (!excerpt && !draw) return undefined;
  return {
    ...(excerpt && { excerpt: (pages) => excerpt(file, pages, signal) }),
    ...(draw && { draw: (page, width) => draw(file, page, signal, width) }),
  };
}
