import { hash } from 'node:crypto';
import {
  ConfigError,
  type Engine,
  type GivenReading,
  InputError,
  type Observer,
  type Schema,
  type SourceFile,
} from '../../../core/index.js';
import { ConnectionError, RedirectedError, RefusedError, TimedOutError, UnexpectedAnswerError } from '../../client/index.js';
import { documentOf } from '../../client/request/document.js';
import { type ServerConnection, send } from '../../client/request/send.js';
import { givenTexts, textsOf } from '../../client/wishes.js';
import { type FileAnswer, pagesText } from '../../export/file-answers.js';
import { foundSchema } from '../../extraction/found-schema.js';
import { type Digests, digestOf } from '../../extraction/receipt.js';
import { heldReview } from '../../extraction/review.js';
import type { ExtractionBody, SchemaNameBody } from '../../wire/extraction.js';
import { type Inclusion, inclusions, wire } from '../../wire/wire.js';
import { makeReport, writeReport } from '../commands/report.js';
import { readInput } from '../inputs.js';
import type { Terminal } from '../terminal.js';

/** By which schema files are read: this one, of the configuration where it has a name; `auto` is the one that each file belongs to. */
export type SchemaAsked = ({ readonly text: string; readonly schema: Schema } & Partial<SchemaNameBody>) | 'auto';

/** What is asked of each file, whoever answers. */
interface FileTask {
  readonly asked: SchemaAsked;
  readonly threshold: number;
  readonly verify: boolean;
  readonly include: readonly Inclusion[];
  /** What somebody else has read of a file: it is scored, and nothing is read. */
  readonly given?: GivenOf | undefined;
}

/** Answers files one by one. */
export interface FileAnswers {
  answer(file: string, observer: Observer): Promise<FileAnswer>;
  /** The digest that an answer to this file would have now. @throws InputError where the file cannot be read */
  digest(file: string): Promise<string>;
}

interface EmbeddedTask extends FileTask {
  readonly engine: Engine;
  /** Of what answers are made with, and the version of Vouch. */
  readonly ingredients: Digests;
  /** Where an HTML report is written; none when absent. */
  readonly report?: string | undefined;
  /** Adds the receipt; absent where none was asked for. */
  readonly sign?: ((body: ExtractionBody, source: SourceFile, schema: string) => ExtractionBody) | undefined;
}

export type GivenOf = (file: string) => GivenFile;

/** The values of one file, and the schema that they are scored by: a name that only another file's values have is not asked for. */
export interface GivenFile {
  readonly given: GivenReading;
  readonly asked: Exclude<SchemaAsked, 'auto'>;
}

/** Answers files with an engine in this process. A file that is refused must not end the run. */
export function embedded(
  { engine, ingredients, include, report, given: givenOf, asked, sign = (body) => body, ...request }: EmbeddedTask,
  terminal: Terminal,
): FileAnswers {
  const schemas = asked === 'auto' && engine.schemas.map(({ name, version, words, text }) => ({ name, version, words, text }));
  const digestFor = ({ bytes }: SourceFile, own: GivenFile | undefined): string =>
    digestOfRequest({ ingredients, include, ...request, schemas, ...askedOf(asked, own) }, bytes);
  return {
    digest: async (file) => digestFor(await readInput(file, terminal), givenOf?.(file)),
    async answer(file, observer) {
      try {
        const source = await readInput(file, terminal);
        const own = givenOf?.(file);
        const { name, version, ...chosen }: Exclude<SchemaAsked, 'auto'> =
          own?.asked ?? (asked === 'auto' ? await foundSchema(engine, source) : asked);
        const named = name !== undefined && version !== undefined ? { schema: { name, version } } : {};
        const outcome = await engine.extract({
          ...request,
          schema: chosen.schema,
          ...(own && { given: own.given }),
          observer,
          file: source,
        });
        if (report !== undefined) await writeReports({ report, source, body: wire(outcome, inclusions), engine }, terminal);
        const review = heldReview(outcome);
        const body = { ...wire(outcome, include), ...named, ...(review && { review }) };
        return { kind: 'answered', file, digest: digestFor(source, own), body: sign(body, source, chosen.text) };
      } catch (error) {
        if (error instanceof InputError) return { kind: 'refused', file, detail: error.message };
        throw error;
      }
    },
  };
}

/** What is asked of one file, as plain data: by which schema, and about which values. */
function askedOf(asked: SchemaAsked, own: GivenFile | undefined) {
  const chosen = own?.asked ?? asked;
  return { schema: chosen === 'auto' ? chosen : chosen.text, given: own?.given };
}

/**
 * SHA-256 of what an answer follows from: what was asked, of whom, and about which bytes. It knows nothing of what the file of a plugin imports, nor of how
 * a server is configured.
 */
const digestOfRequest = (request: object, bytes: Uint8Array): string => digestOf({ request, document: hash('sha256', bytes) });

interface ReportTask {
  readonly report: string;
  readonly source: SourceFile;
  readonly body: ExtractionBody;
  readonly engine: Engine;
}

/** One report; of several documents one each, named with its pages: `report.p3-4.html`. */
async function writeReports({ report, source, body, engine }: ReportTask, terminal: Terminal): Promise<void> {
  if (!body.documents) return writeReport(report, await makeReport(source, body, engine), terminal);
  for (const { pages, ...document } of body.documents) {
    const named = report.replace(/(?=\.[^./\\]*$)|$/, `.${pagesText(pages)}`);
    writeReport(named, await makeReport(source, document, engine), terminal);
  }
}

interface RemoteTask extends FileTask {
  /** The address of a server: 'https://vouch.example.com'. */
  readonly server: string;
  readonly key: string;
}

export function remote({ server, key, asked, given: givenOf, ...wishes }: RemoteTask, terminal: Terminal): FileAnswers {
  let hasAnswered = false;
  const connection: ServerConnection = {
    server: new URL(server),
    key,
    async fetch(...request) {
      const response = await fetch(...request);
      hasAnswered = true;
      return response;
    },
    // What has never answered is likelier not there than about to come back.
    get retries() {
      return hasAnswered ? 8 : 3;
    },
    timeoutMs: 1_800_000,
  };
  const digestFor = ({ bytes }: SourceFile, own: GivenFile | undefined): string =>
    digestOfRequest({ server, ...wishes, ...askedOf(asked, own) }, bytes);
  return {
    digest: async (file) => digestFor(await readInput(file, terminal), givenOf?.(file)),
    async answer(file) {
      try {
        const source = await readInput(file, terminal);
        const own = givenOf?.(file);
        const digest = digestFor(source, own);
        return { kind: 'answered', file, digest, body: await ask(connection, { ...wishes, asked, ...own, digest }, source) };
      } catch (cause) {
        const error = explained(cause, server);
        if (error instanceof InputError) return { kind: 'refused', file, detail: error.message };
        throw error;
      }
    },
  };
}

interface RemoteQuestion extends Omit<FileTask, 'given'> {
  readonly given?: GivenReading;
  readonly digest: string;
}

/**
 * Asks as the client does: what is busy, or can no longer be reached, is tried again for some minutes, under one `Idempotency-Key` for each file and
 * question, so that a run that was interrupted is not charged twice.
 */
async function ask(
  connection: ServerConnection,
  { given, asked, digest, ...wishes }: RemoteQuestion,
  { name, bytes }: SourceFile,
): Promise<ExtractionBody> {
  const schema = asked === 'auto' ? { schema: asked } : { output_schema: asked.text };
  const texts = { ...textsOf(schema, wishes), ...(given && givenTexts(given)) };
  const document = await documentOf(new Uint8Array(bytes), name);
  const reply = await send(connection, {
    method: 'POST',
    path: given ? '/v1/score' : '/v1/extract',
    form: { texts, documents: [{ field: 'file', document }] },
    idempotent: true,
    headers: { 'idempotency-key': `vouch-extract-${digest}` },
  });
  if (isAnswer(reply.body)) return reply.body;
  throw new InputError('it answered with 200');
}

function explained(error: unknown, server: string): unknown {
  const help = 'Start a server there with vouch serve, or give the address of another as --server.';
  if (error instanceof ConnectionError) return new ConfigError(`${error.message}. ${help}`, [], { cause: error });
  if (error instanceof RedirectedError || error instanceof TimedOutError) return new ConfigError(error.message, [], { cause: error });
  if (!(error instanceof RefusedError || error instanceof UnexpectedAnswerError)) return error;
  const { status } = error;
  const detail = error instanceof RefusedError ? error.detail : `it answered with ${status}`;
  const isOfFile = status < 500 && (isTooCostly(error) || ![401, 403, 404, 409, 429].includes(status));
  return isOfFile ? new InputError(detail, { cause: error }) : new ConfigError(`${server}: ${detail}`, [], { cause: error });
}

/** A file that costs more than the credits of a whole day; the next one may cost less. */
const isTooCostly = (error: RefusedError | UnexpectedAnswerError): boolean =>
  error instanceof RefusedError && error.reason === 'OUT_OF_CREDITS' && error.retryAfterMs === undefined;

const isAnswer = (body: unknown): body is ExtractionBody =>
  typeof body === 'object' && body !== null && 'object' in body && 'metadata' in body;
