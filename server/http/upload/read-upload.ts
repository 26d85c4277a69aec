import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodeUtf8, InputError, nearest, type SchemaChoice, type SourceFile } from '../../../core/index.js';
import { anyOf } from '../../wire/any-of.js';
import type { SchemaNameBody } from '../../wire/extraction.js';
import { type Inclusion, inclusions } from '../../wire/wire.js';
import { bodyBytes, type Limits, tooLarge } from '../limits.js';
import { badRequest, Refusal } from '../refusal.js';
import type { Call } from '../request.js';
import { type ReadingTask, readingFields, taskIn } from './given-reading.js';
import { askedSchema } from './named-schema.js';
import { Gathered, paced } from './pieces.js';

/** What the caller sent: specification, section 2.1. Absent = the default. */
export interface Upload<File = SourceFile, OutputSchema = string> extends ReadingTask<OutputSchema> {
  readonly file: File;
  readonly threshold?: number;
  readonly verify?: boolean;
  /** What the answer carries beyond the specification. */
  readonly include: readonly Inclusion[];
  /** Set where the answer is kept, and people can look at it. */
  readonly review?: true;
  /** Set where the schema is one of the host's. */
  readonly schema?: SchemaNameBody;
}

/** The same before it is known which schema its document belongs to: `outputSchema` is null where that is asked for. */
export type SentUpload<File = SourceFile> = Upload<File, string | null>;

/** A form: what is to be extracted, and the texts of all its fields. */
export interface ReadForm<File> {
  readonly upload: SentUpload<File>;
  readonly texts: ReadonlyMap<string, string>;
}

export interface UploadTerms {
  readonly limits: Limits;
  /** Schemas of the host. */
  readonly schemas: readonly SchemaChoice[];
  /** Names of the formats that are read. */
  readonly formats: readonly string[];
}

/** The refusal of a form without a document. */
export const noFile = (formats: readonly string[]): string => `file is required: one ${anyOf(formats)} document, sent as a file`;

/**
 * Reads the form, with fields that mean something only beside `review=true`, its parts in any order. Parts of other names are ignored, and the
 * answer names them; a name that is close to one of ours is refused, because what was meant by it would silently not happen.
 * @throws Refusal 400 naming the field, 413 as soon as the file is over its limit.
 */
export const readUpload = (call: Call, terms: UploadTerms, ofReview: readonly string[] = []): Promise<ReadForm<SourceFile>> =>
  readForm(call, terms, { fields: [], ofReview, keepFile: inMemory });

/** Reads the same form, with what somebody else has read where that is sent. @throws as `readUpload` */
export const readUploadOrScoring = async (call: Call, terms: UploadTerms): Promise<SentUpload> =>
  (await readForm(call, terms, { fields: readingFields, keepFile: inMemory })).upload;

/** Reads the same form with what somebody else has read. @throws as `readUpload` */
export const readScoring = (call: Call, terms: UploadTerms, ofReview: readonly string[] = []): Promise<ReadForm<SourceFile>> =>
  readForm(call, terms, { fields: readingFields, ofReview, needsData: true, keepFile: inMemory });

/** Keeps the document of a form in memory. */
export const inMemory = async ({ name, bytes, expected }: SentFile) => ({ name, bytes: await gather(bytes, expected) });

/** Reads a form that has fields of its own beside those of an extraction, and their texts. @throws as `readUpload` */
export async function readForm<File>(
  { request, reply }: Call,
  { limits, formats, schemas }: UploadTerms,
  { fields, needsData, ...reading }: FormReading<File>,
): Promise<ReadForm<File>> {
  const { file, texts, ignored } = await collectForm(request, limits, { fields: [...textFields, ...fields], ...reading });
  withIgnored(reply, ignored);
  if (file === undefined) throw badRequest(noFile(formats));
  if (needsData && !texts.has('data')) throw badRequest('data is required: what was read of the document, a JSON object as a string');
  const { text, ...schema } = askedSchema(texts, schemas) ?? {};
  return { upload: { file, ...taskIn(texts, text), ...optionsIn(texts), ...schema }, texts };
}

/** The options of an extraction in a form, beside its document and schema. @throws Refusal 400 naming the field */
export function optionsIn(texts: ReadonlyMap<string, string>): Omit<Upload, 'file' | 'schema' | keyof ReadingTask> {
  const threshold = numberField('confidence_threshold', texts.get('confidence_threshold'));
  const verify = booleanField('enable_verification', texts.get('enable_verification'));
  const include = includeField('include', texts.get('include'));
  const review = booleanField('review', texts.get('review')) ?? false;
  return { include, ...(review && { review }), ...(threshold !== undefined && { threshold }), ...(verify !== undefined && { verify }) };
}

/** Names the parts of a form that mean nothing in its answer. */
export function withIgnored(reply: FastifyReply, ignored: readonly string[]): void {
  if (ignored.length > 0) reply.header('Ignored-Fields', ignored.map(encodeURIComponent).join(', '));
}

/** The document of a form while it comes. */
export interface SentFile {
  readonly name: string;
  /** To be read to their end. Reading them throws where there are none, or more than is allowed. */
  readonly bytes: AsyncIterable<Buffer>;
  /** How many there are at most, by the length of the body, when it is known. */
  readonly expected: number | undefined;
}

export interface FormReading<File> {
  /** The names of fields that mean something. */
  readonly fields: readonly string[];
  /** The names of those that mean something only beside `review=true`, and are ignored without it. */
  readonly ofReview?: readonly string[];
  /** Whether there is nothing to do without `data`. */
  readonly needsData?: true;
  /** Keeps the document as it comes, before it is known whether the rest of the form is right. */
  keepFile(file: SentFile): Promise<File>;
}

export interface CollectedForm<File> {
  readonly texts: ReadonlyMap<string, string>;
  readonly file: File | undefined;
  /** Names of parts that mean nothing here. */
  readonly ignored: readonly string[];
}

const textFields = ['output_schema', 'schema', 'confidence_threshold', 'enable_verification', 'include', 'review'];

/** Reads a form of one document and the texts of these fields. @throws as `readUpload` */
export async function collectForm<File>(
  request: FastifyRequest,
  limits: Limits,
  { fields: known, ofReview = [], keepFile }: FormReading<File>,
): Promise<CollectedForm<File>> {
  keepHeadersFromLog(request);
  const texts = new Map<string, string>();
  const ignored = new Set<string>();
  let file: File | undefined;
  const size = { left: bodyBytes(limits) };
  try {
    for await (const part of request.parts(partOptions(limits, [...known, ...ofReview]))) {
      // A part without a name is none of ours, either.
      const name = part.fieldname ?? '';
      if (texts.has(name) || (name === 'file' && file !== undefined)) throw badRequest(`${name} was sent more than once`);
      if (name === 'file') file = await keepFile(sentFile(part, limits, request.headers['content-length']));
      else if (known.includes(name) || ofReview.includes(name)) texts.set(name, await textOf(part, fieldBounds(name, limits)));
      else {
        refuseMisspelt(name, known);
        if (name !== '') ignored.add(name);
        await skip(part, size, limits);
      }
    }
  } catch (error) {
    throw asUploadError(error);
  }
  // Nothing is read from the address; what is meant there would silently not happen.
  for (const name of known) if (Object.hasOwn(Object(request.query), name)) ignored.add(name);
  if (texts.get('review') !== 'true') for (const name of ofReview) if (texts.delete(name)) ignored.add(name);
  return { texts, ignored: [...ignored], file };
}

/** @throws Refusal 400 */
export function refuseMisspelt(name: string, known: readonly string[]): void {
  const meant = fieldMeant(name, ['file', ...known]);
  if (meant !== undefined) throw badRequest(`The form has no field of this name: "${meant}" was probably meant, and is spelt so`);
}

/** Which of these fields a name that is none of them stands for; undefined where it is close to none, and to no other name of one. */
export function fieldMeant(name: string, known: readonly string[]): string | undefined {
  const others = Object.keys(otherNames).filter((other) => known.includes(otherNames[other] ?? ''));
  const meant = nearest(name, [...known, ...others]);
  return otherNames[meant ?? ''] ?? meant;
}

/** What the command line and the tools for assistants call fields that the specification names otherwise. */
const otherNames: Readonly<Record<string, string>> = { threshold: 'confidence_threshold', verify: 'enable_verification' };

/** At `debug` the library logs its options, which hold the headers, which hold the key. */
export function keepHeadersFromLog(request: FastifyRequest): void {
  request.log = request.log.child({}, { serializers: { busboyOptions: () => undefined } });
}

/**
 * A part typed as JSON counts as a file: the library would parse it, and a schema must keep its text. The size is one byte more than
 * allowed, so that the byte too many is seen here and ends the reading.
 */
const partOptions = (limits: Limits, known: readonly string[]) => ({
  limits: {
    fileSize: limits.fileBytes + 1,
    fieldSize: Math.max(...known.map((name) => fieldBounds(name, limits).most)),
    fields: limits.fields,
    files: limits.fields,
    parts: limits.fields + 1,
    fieldNameSize: 200,
  },
  isPartAFile: (name?: string, type?: string, filename?: string): boolean =>
    filename !== undefined || type === 'application/octet-stream' || (name !== 'file' && /json/i.test(type ?? '')),
});

function sentFile(part: Multipart, limits: Limits, bodyLength: string | undefined): SentFile {
  if (part.type !== 'file') throw badRequest('file must be sent as a file, with a file name, not as text');
  const most = limits.fileBytes;
  const expected = bodyLength === undefined ? undefined : Math.min(Number(bodyLength), most);
  const bytes = bounded(part, { most, tooLong: () => tooLarge(limits) });
  return { name: part.filename ?? '', bytes: notEmpty(bytes), expected };
}

async function* notEmpty(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isEmpty = true;
  for await (const some of bytes) {
    isEmpty &&= some.length === 0;
    yield some;
  }
  if (isEmpty) throw badRequest('file is empty');
}

/** The text of a field, which some senders type as a file. @throws what `tooLong` makes, and InputError or Refusal for what is not UTF-8 */
export async function textOf(part: Multipart, { most, tooLong }: Bounds): Promise<string> {
  if (part.type === 'file') return decodeUtf8(await gather(bounded(part, { most, tooLong })), part.fieldname);
  const text = String(part.value);
  if (part.valueTruncated || Buffer.byteLength(text) > most) throw tooLong();
  if (text.includes(notUtf8))
    throw badRequest(`${part.fieldname} is not UTF-8: it has bytes that stand for no character, or U+FFFD in their place`);
  return text;
}

/** What decoders put in the place of bytes that are no UTF-8. */
const notUtf8 = '\u{fffd}';

function fieldBounds(name: string, { fieldBytes, dataBytes }: Limits): Bounds {
  const most = readingFields.some((field) => field === name) ? dataBytes : fieldBytes;
  return {
    most,
    tooLong: () =>
      name === 'output_schema'
        ? new InputError(`Invalid JSON schema: it is larger than ${most} bytes`)
        : badRequest(`${name} is longer than ${most} bytes`),
  };
}

interface Bounds {
  /** How many bytes there may be. */
  readonly most: number;
  tooLong(): Error;
}

/** Throwing inside the loop destroys the part's stream: nothing more of it is read. */
async function* bounded(part: MultipartFile, { most, tooLong }: Bounds): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of paced(part.file)) {
    length += chunk.length;
    if (length > most) throw tooLong();
    yield chunk;
  }
}

async function gather(pieces: AsyncIterable<Buffer>, expected?: number): Promise<Buffer> {
  const gathered = new Gathered(expected);
  for await (const piece of pieces) gathered.add(piece);
  return gathered.bytes;
}

async function skip(part: Multipart, size: { left: number }, limits: Limits): Promise<void> {
  if (part.type !== 'file') return;
  for await (const chunk of paced(part.file)) {
    size.left -= chunk.length;
    if (size.left < 0) throw tooLarge(limits);
  }
}

/** What the multipart reader throws is about the body; all of it is the caller's to mend, whatever status the reader has in mind. */
export function asUploadError(error: unknown): unknown {
  if (error instanceof Refusal || error instanceof InputError || error instanceof TypeError || error instanceof RangeError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return badRequest(uploadErrors[code] ?? 'The multipart body is malformed or incomplete', { cause: error });
}

const tooMany = 'The form has too many parts';
const uploadErrors: Readonly<Record<string, string>> = {
  FST_PARTS_LIMIT: tooMany,
  FST_FILES_LIMIT: tooMany,
  FST_FIELDS_LIMIT: tooMany,
  FST_PROTO_VIOLATION: 'The form has a field with a name that is not allowed',
  FST_INVALID_JSON_FIELD_ERROR: 'file must be sent as a file, with a file name, not as text',
};

/** A number from 0 to 1; undefined when nothing was sent, which an empty field is, too. @throws Refusal 400 */
function numberField(name: string, text = ''): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (value >= 0 && value <= 1) return value;
  throw badRequest(`${name} must be a number from 0.0 to 1.0`);
}

/** undefined when nothing was sent, which an empty field is, too. @throws Refusal 400 */
function booleanField(name: string, text = ''): boolean | undefined {
  switch (text.trim().toLowerCase()) {
    case '':
      return undefined;
    case 'true':
    case '1':
      return true;
    case 'false':
    case '0':
      return false;
    default:
      throw badRequest(`${name} must be true or false (1 and 0 are understood)`);
  }
}

/** What the answer shall carry beyond the specification; nothing when nothing was sent, which an empty field is, too. @throws Refusal 400 */
function includeField(name: string, text = ''): readonly Inclusion[] {
  const asked = text.split(',').map((word) => word.trim());
  if (asked.every((word) => word === '')) return [];
  const known = inclusions.filter((word) => asked.includes(word));
  if (asked.every((word) => known.some((one) => one === word))) return known;
  throw badRequest(`${name} must be ${inclusions.join(', ')}, or several of them with commas`);
}
