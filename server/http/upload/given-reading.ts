import { type GivenReading, parseReading, parseSchema, requireReading, schemaOfData, withSources } from '../../../core/index.js';
import { badRequest } from '../refusal.js';

/** The fields of a form that bring what somebody else has read. */
export const readingFields = ['data', 'quotes', 'pages', 'reader'] as const;

/** What is to be read of a document, or scored. */
export interface ReadingTask<OutputSchema = string> {
  readonly outputSchema: OutputSchema;
  /** What somebody else has read by the schema: it is scored, and nothing is read. */
  readonly given?: GivenReading;
}

/**
 * What a form asks for by its schema, null where the document decides it, and the reading that it brings, if it brings one; then the schema may be left
 * out, and follows from the data. @throws Refusal 400 and InputError where the parts cannot be used, or do not fit each other
 */
export function taskIn(texts: ReadonlyMap<string, string>, asked: string | null | undefined): ReadingTask<string | null> {
  if (asked === null && texts.has('data'))
    throw badRequest('schema cannot be auto beside data: name the schema that they follow, or leave it out');
  const given = givenIn(texts, asked ?? undefined);
  if (asked === null) return { outputSchema: asked };
  const outputSchema = asked ?? (given && schemaOfData(given.data));
  if (outputSchema === undefined) throw badRequest('output_schema is required: a JSON Schema as a string');
  if (!given) return { outputSchema };
  requireReading(given, parseSchema(outputSchema));
  return { outputSchema, given };
}

function givenIn(texts: ReadonlyMap<string, string>, outputSchema: string | undefined): GivenReading | undefined {
  const [data, reader] = [texts.get('data'), texts.get('reader')?.trim()];
  const stray = readingFields.find((name) => name !== 'data' && texts.has(name));
  if (data === undefined) {
    if (stray !== undefined) throw badRequest(`${stray} says something of data, and there are none`);
    return undefined;
  }
  if (reader !== undefined && !/^[\w.:@/+ -]{1,100}$/.test(reader))
    throw badRequest('reader must be a name of 1 to 100 letters, digits and . : @ / + - _');
  const read = parseReading(data, outputSchema === undefined ? undefined : parseSchema(outputSchema));
  return { ...withSources(read, { quotes: texts.get('quotes'), pages: texts.get('pages') }), ...(reader && { reader }) };
}
