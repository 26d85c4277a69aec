import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Doubt,
  type Engine,
  type OpenedDocument,
  type Outcome,
  parseSchema,
  type Release,
  type TokenBudget,
  waitForIdleLoop,
} from '../../core/index.js';
import { sharersOf, type WorkSlots } from '../guards/admission.js';
import type { CreditReservation } from '../guards/credits.js';
import { onceClosed } from '../http/connection.js';
import { errorCodeHeader } from '../http/headers.js';
import type { Limits } from '../http/limits.js';
import { Refusal } from '../http/refusal.js';
import type { Upload } from '../http/upload/read-upload.js';
import type { MadeAnswer } from '../state/answer-store.js';
import type { FollowedRequest, Telemetry } from '../telemetry/follow.js';
import { fingerprint } from '../telemetry/logging.js';
import type { ExtractionBody } from '../wire/extraction.js';
import { wire } from '../wire/wire.js';

/** What an extraction needs, whichever route it comes through. */
export interface ExtractionDoor {
  readonly engine: Engine;
  readonly limits: Limits;
  readonly telemetry: Telemetry;
  /** Whose files a parser process may read, by the name of who calls. */
  readonly parserCaller: (name: string) => string;
}

/** One call at the door. */
export interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Who calls: a key or an address. Callers of two names do not share a parser process. */
  readonly caller: string;
  /** Set at the playground, whose documents wait for parsers in a line of their own. */
  readonly guest?: true;
  /** What its readings are paid from, beside what the engine pays from. */
  readonly tokenBudget?: TokenBudget | undefined;
}

/** One extraction, whoever asked for it and however it came. */
export interface ExtractionTask extends Pick<FollowedRequest, 'times' | 'observer'> {
  /** Who asks: a key or an address. Callers of two names do not share a parser process. */
  readonly caller: string;
  readonly guest?: true;
  readonly tokenBudget?: TokenBudget | undefined;
  readonly log: FastifyBaseLogger;
  /** Fires when nobody wants the answer any more. */
  readonly signal: AbortSignal;
  /** Called before each request to a provider: from the first one on, it waits rather than works. */
  onProviderCall?(): void;
}

/** An answer: its body, and the header that says what sent the document to Tier 2, if anything did. */
export interface Answer {
  readonly body: ExtractionBody;
  readonly fallbackFields?: string;
}

/** An answer, and whether everything that should have been done for it was done. */
export interface CompletedAnswer extends Answer {
  readonly complete: boolean;
  /** Set beside an error that only says that providers take no work for now. */
  readonly postponed?: Outcome['postponed'];
}

/** The answer to keep for the request's `Idempotency-Key`, for work that keeps it in its own transaction: a process that dies has then done both or neither. */
export type KeepWith<Made> = (made: Made) => MadeAnswer;

/** A document that is open: its price is known, and nothing has been read yet. */
export interface OpenedExtraction {
  /** 0 where there is nothing to read. */
  readonly maxCredits: number;
  /** @throws the signal's reason when it fires */
  extract(): Promise<CompletedAnswer>;
  /** Releases what it holds, whether or not it was extracted. */
  close(): void;
}

/** Opens an upload. @throws InputError for a schema or a file that cannot be used */
export async function openExtraction(door: ExtractionDoor, upload: Upload, task: ExtractionTask): Promise<OpenedExtraction> {
  const { file, outputSchema, include, ...wishes } = upload;
  const { caller, guest, tokenBudget, observer, signal, onProviderCall } = task;
  const opened = await door.engine.open({
    file: { ...file, caller: door.parserCaller(caller), ...(guest && { guest }) },
    schema: parseSchema(outputSchema),
    ...wishes,
    caller,
    signal,
    observer,
    ...(tokenBudget && { tokenBudget }),
    ...(onProviderCall && { onProviderCall }),
  });
  return {
    maxCredits: opened.maxCredits,
    extract: async () => answerOf(await extractLogged(opened, upload, { ...task, currency: door.engine.currency }), upload),
    close: () => opened.close(),
  };
}

/** Opens an upload as soon as this machine has a slot for it. @throws Refusal, 499 when the client is gone, and InputError as `openExtraction` */
export async function openCall(
  door: ExtractionDoor & { readonly slots: WorkSlots },
  upload: Upload,
  call: Call,
): Promise<OpenedExtraction> {
  const signal = goneSignal(call.reply);
  parseSchema(upload.outputSchema);
  const followed = door.telemetry.of(call);
  const release = await unlessGone(signal, () => door.slots.acquire(sharersOf(call.request), signal));
  // A request that waits for a provider needs no slot.
  const task = { ...call, ...followed, log: call.request.log, signal, onProviderCall: release };
  const opened = await unlessGone(signal, () => openExtraction(door, upload, task)).catch(releasing(release));
  return {
    maxCredits: opened.maxCredits,
    extract: () => unlessGone(signal, () => opened.extract()),
    close() {
      opened.close();
      release();
    },
  };
}

/** Who pays for a call, and with what answer the charge is made where its key is repeated. */
export interface Payment {
  readonly reservation: CreditReservation | undefined;
  readonly keepWith: KeepWith<CompletedAnswer> | undefined;
}

/**
 * Opens, extracts and closes. Where the caller has a limit, the most that the document can cost is reserved before, and what it cost charged
 * after, in one transaction with the answer that is kept for a repeated key.
 */
export async function extractCall(
  door: ExtractionDoor & { readonly slots: WorkSlots },
  upload: Upload,
  { reservation, keepWith, ...call }: Call & Payment,
): Promise<CompletedAnswer> {
  const opened = await openCall(door, upload, call);
  let completed: CompletedAnswer | undefined;
  try {
    if (opened.maxCredits > 0) await reservation?.reserve(opened.maxCredits);
    completed = await opened.extract();
    return completed;
  } finally {
    opened.close();
    const made = completed;
    await reservation?.settle(made?.body.metadata.credits ?? 0, call.request.log, made && keepWith && (() => keepWith(made)));
  }
}

/** Sets the headers of the outcome and returns the body. */
export function sendAnswer({ body, fallbackFields }: Answer, reply: FastifyReply): ExtractionBody {
  if (fallbackFields !== undefined) reply.header('Fallback-Fields', fallbackFields);
  if (body.error) reply.header(errorCodeHeader, body.error.code);
  return body;
}

interface LoggedTask extends Pick<ExtractionTask, 'log' | 'times'> {
  readonly currency: string | undefined;
}

/** Reads the document once the event loop has served the callers that came meanwhile, and logs what it took, also where nobody waits for it. */
async function extractLogged(opened: OpenedDocument, { file }: Upload, { log, times, currency }: LoggedTask): Promise<Outcome> {
  await waitForIdleLoop();
  const of = { bytes: file.bytes.length, file: fingerprint(file.bytes) };
  try {
    const outcome = await opened.extract();
    log.info({ ...of, ...summary(outcome), ...times.summary(currency) }, 'extraction');
    return outcome;
  } catch (error) {
    if (times.asked) log.info({ ...of, ...times.summary(currency) }, 'extraction ended without an answer');
    throw error;
  }
}

function answerOf(outcome: Outcome, { include }: Upload): CompletedAnswer {
  const { complete, postponed } = outcome;
  const answer = { body: wire(outcome, include), complete, ...(postponed && { postponed }) };
  return outcome.doubted ? { ...answer, fallbackFields: fieldsOf(outcome.doubted) } : answer;
}

const releasing =
  (release: Release) =>
  (error: unknown): never => {
    release();
    throw error;
  };

async function unlessGone<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw signal.aborted ? new Refusal(499, 'The client is gone', {}, { cause: error }) : error;
  }
}

/**
 * Fires when the caller hangs up before the answer is out. The request's own signal is no use here: it fires as soon as a body has been
 * read, with the caller still there.
 */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  onceClosed(reply, () => {
    if (!reply.raw.writableEnded) gone.abort();
  });
  return gone.signal;
}

/** The `Fallback-Fields` header: the fields that sent the document to Tier 2, at most 20, encoded because names may be in any script. */
const fieldsOf = (doubts: readonly Doubt[]): string =>
  doubts
    .slice(0, 20)
    .map(({ path, cause }) => `${encodeURIComponent(path)};${cause}`)
    .join(', ');

const summary = ({ metadata, error, verification }: Outcome) => ({
  credits: metadata.credits,
  fallback: metadata.fallbackTriggered,
  ms: Math.round(metadata.processingTimeMs),
  ...(error && { code: error.code }),
  ...(verification && { verification: verification.status }),
});

/** Whose files one parser process may read: those of one caller, of one request, or of everybody. */
export type ParserSharing = 'caller' | 'document' | 'shared';

/** Turns the name of who calls into the caller that the engine keeps apart. Another registration may have other callers of the same names. */
export function parserCaller(per: ParserSharing): (name: string) => string {
  const registration = randomUUID();
  return (name) => ({ caller: () => `${registration} ${name}`, document: () => randomUUID(), shared: () => '' })[per]();
}
