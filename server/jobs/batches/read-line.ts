import { InputError, type JsonObject, parseObject, parseSchema, type SchemaChoice } from '../../../core/index.js';
import { Refusal } from '../../http/refusal.js';
import { readingFields, taskIn } from '../../http/upload/given-reading.js';
import { type AskedSchema, askedSchema } from '../../http/upload/named-schema.js';
import { fieldMeant, optionsIn, type SentUpload } from '../../http/upload/read-upload.js';
import { type JobOptions, jobOptions } from '../job-options.js';

export interface BatchLine {
  readonly customId: string;
  /** What it names as its document. */
  readonly file: string;
  readonly wishes: Omit<SentUpload, 'file'>;
  readonly metadata: JobOptions['metadata'];
  readonly priority: JobOptions['priority'];
}

/** What is wrong with a line, in words for the caller, and whose line it is where that could be read. */
export class LineMistake extends Error {
  constructor(
    readonly reason: string,
    readonly customId?: string,
  ) {
    super(reason);
  }
}

const members = [
  'custom_id',
  'file',
  'output_schema',
  'schema',
  'confidence_threshold',
  'enable_verification',
  'include',
  'metadata',
  'priority',
  ...readingFields,
];

/** Checks schemas, each text once. Throws a RangeError where there are more than `most` different ones. */
export function schemaChecker(most: number): (text: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (text) => {
    if (!known.has(text)) {
      if (known.size >= most) throw new RangeError(`more than ${most} different schemas`);
      known.set(text, faultOf(text));
    }
    return known.get(text);
  };
}

function faultOf(text: string): string | undefined {
  try {
    parseSchema(text);
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

export interface LineTerms {
  /** The schema of the batch, for lines without one. */
  readonly common: AskedSchema | undefined;
  /** Those that can be named. */
  readonly schemas: readonly SchemaChoice[];
  readonly faultOfSchema: (text: string) => string | undefined;
}

/** Reads a line. @throws LineMistake */
export function readLine(text: string, { common, schemas, faultOfSchema }: LineTerms): BatchLine {
  const line = parsed(text);
  const customId = customIdOf(line);
  const wrong = (reason: string): LineMistake => new LineMistake(reason, customId);
  const unknown = Object.keys(line).find((name) => !members.includes(name));
  if (unknown !== undefined) throw wrong(unknownMember(unknown));
  const { file } = line;
  if (typeof file !== 'string' || file === '')
    throw wrong('file must name a document: the id of a file, or a file name of the form or the zip');
  const texts = textsOf(line, text);
  try {
    const { text: outputSchema, ...schema } = askedSchema(texts, schemas) ?? common ?? {};
    if (outputSchema === undefined && !texts.has('data'))
      throw wrong('output_schema is required, here or as a field of the form for all lines');
    const fault = outputSchema ? faultOfSchema(outputSchema) : undefined;
    if (fault !== undefined) throw wrong(fault);
    const { metadata, priority } = jobOptions(texts, Number.POSITIVE_INFINITY);
    return { customId, file, wishes: { ...taskIn(texts, outputSchema), ...optionsIn(texts), ...schema }, metadata, priority };
  } catch (error) {
    if (error instanceof InputError) throw wrong(error.message);
    throw error instanceof Refusal ? wrong(error.detail) : error;
  }
}

function parsed(text: string): JsonObject {
  try {
    return parseObject(text);
  } catch (error) {
    const why = error instanceof InputError ? error.message.replace(/^Invalid data: /, '') : 'it is no JSON';
    throw new LineMistake(`it is no JSON object, which each job is on a line of its own: ${why}`);
  }
}

function customIdOf({ custom_id: id }: JsonObject): string {
  if (typeof id === 'string' && /^[!-~]{1,128}$/.test(id)) return id;
  throw new LineMistake('custom_id must be a text of 1 to 128 visible ASCII characters, without spaces');
}

const mostShown = 40;

function unknownMember(name: string): string {
  const meant = fieldMeant(name, members);
  return meant === undefined
    ? `it has a member that means nothing here, "${name.slice(0, mostShown)}": there are ${members.join(', ')}`
    : `"${meant}" was probably meant, and is spelt so`;
}

/** The members as fields of a form would say them: a schema may be an object, a list of words comes with commas, and null is nothing. */
function textsOf(line: JsonObject, text: string): ReadonlyMap<string, string> {
  const texts = Object.entries(line).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === undefined) return [];
    if (typeof value === 'string') return [[name, value]];
    if (name === 'data') return [[name, textOfMember(text, name)]];
    return [[name, name === 'include' && Array.isArray(value) ? value.join(',') : JSON.stringify(value)]];
  });
  return new Map(texts);
}

/** The text of a member as it came, of which nothing is lost yet. The last one counts, as for JSON. */
function textOfMember(line: string, name: string): string {
  let found = '';
  let depth = 0;
  let begins = 0;
  let before = '';
  for (const { 0: token, index } of line.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    const isOutside = depth === 1;
    if (isOutside && token === ':' && JSON.parse(before) === name) begins = index + 1;
    if (isOutside && begins > 0 && /^[,}]$/.test(token)) {
      found = line.slice(begins, index);
      begins = 0;
    }
    if (/^[{[]$/.test(token)) depth += 1;
    else if (/^[}\]]$/.test(token)) depth -= 1;
    before = token;
  }
  return found;
}
