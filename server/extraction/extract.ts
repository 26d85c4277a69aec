import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import {
  type Doubt,
  type Engine,
  InputError,
  type Outcome,
  parseSchema,
  type Schema,
  type TokenBudget,
  waitForIdleLoop,
} from '../../core/index.js';
import type { Limits } from '../http/limits.js';
import type { Upload } from '../http/upload/read-upload.js';
import type { FollowedRequest, Telemetry } from '../telemetry/follow.js';
import { fingerprint } from '../telemetry/logging.js';
import type { ExtractionBody } from '../wire/extraction.js';
import { wire } from '../wire/wire.js';
import type { ReceiptSigner } from './receipt.js';
import type { AnswerReview, MadeReview, Reviews } from './review.js';

/** What an extraction works with, whether a request or a job asks for it. */
export interface ExtractionServices {
  /** What people are to look at of an answer that is kept. */
  readonly reviews: Reviews;
  readonly engine: Engine;
  readonly limits: Limits;
  readonly telemetry: Telemetry;
  /** Absent where no answer can be signed. */
  readonly receipts?: ReceiptSigner | undefined;
  /** Whose files a parser process may read, by the name of who calls. */
  readonly parserCaller: (name: string) => string;
}

/** One extraction, whoever asked for it and however it came. */
export interface ExtractionTask extends Pick<FollowedRequest, 'times' | 'observer'> {
  /** Whether it is a job, of which people may look at the answer though nobody has asked for that. */
  readonly isJob?: true;
  /** A key or an address. Callers of two names do not share a parser process. */
  readonly caller: string;
  /** Set at the playground, whose documents wait for parsers in a queue of their own. */
  readonly guest?: true;
  /** Pays for its model calls, beside the budget of the engine. */
  readonly tokenBudget?: TokenBudget | undefined;
  readonly log: FastifyBaseLogger;
  /** Fires when nobody wants the answer any more. */
  readonly signal: AbortSignal;
  /** Called before each request to a provider: from the first one on, the extraction waits rather than works. */
  onProviderCall?(): void;
  /** Called once the document is open, with the most that it can cost; 0 where there is nothing to read. Nothing is read when it throws. */
  reserve?(maxCredits: number): Promise<void>;
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
  /** How it is to be reviewed, beside what the body says of that; absent where nobody was to judge it. */
  readonly review?: AnswerReview;
}

/**
 * Opens the document of an upload, reserves its price, and reads it.
 * @throws InputError for a schema or a file that cannot be used, what `reserve` throws, and the signal's reason when it fires
 */
export async function extract(services: ExtractionServices, sent: Upload, task: ExtractionTask): Promise<CompletedAnswer> {
  const receipts = sent.include.includes('receipt') ? requireReceipts(services.receipts) : undefined;
  const isReviewed = (sent.review === true && !task.guest) || (task.isJob === true && services.reviews.ofJobs);
  const upload = isReviewed ? reviewedUpload(sent) : sent;
  const { outcome, schema } = await outcomeOf(services, upload, task);
  const review = isReviewed ? await services.reviews.of(outcome, { schema, threshold: sent.threshold, caller: task.caller }) : undefined;
  const answer = answerOf(outcome, upload, review);
  return receipts ? { ...answer, body: receipts.signed(answer.body, { document: sent.file.bytes, schema: sent.outputSchema }) } : answer;
}

/** What a person sees of an answer: its checks, and where its values stand. */
const reviewedUpload = (upload: Upload): Upload => ({
  ...upload,
  verify: true,
  include: [...new Set([...upload.include, 'boxes' as const])],
});

/** The same without an answer for the wire. @throws as `extract` */
export async function outcomeOf(
  { engine, parserCaller }: ExtractionServices,
  { file, outputSchema, include: _, review: __, schema: ___, ...options }: Upload,
  task: ExtractionTask,
): Promise<{ readonly outcome: Outcome; readonly schema: Schema }> {
  const schema = parseSchema(outputSchema);
  const { caller, guest, tokenBudget, observer, signal, onProviderCall } = task;
  const document = await engine.open({
    file: { ...file, caller: parserCaller(caller), ...(guest && { guest }) },
    schema,
    ...options,
    caller,
    signal,
    observer,
    ...(tokenBudget && { tokenBudget }),
    ...(onProviderCall && { onProviderCall }),
  });
  try {
    await task.reserve?.(document.maxCredits);
    // Callers that came meanwhile are served first.
    await waitForIdleLoop();
    return { outcome: await logged(document.extract(), file.bytes, { ...task, currency: engine.currency }), schema };
  } finally {
    document.close();
  }
}

/** @throws InputError where nothing can be signed */
export function requireReceipts(receipts: ReceiptSigner | undefined): ReceiptSigner {
  if (receipts) return receipts;
  throw new InputError('include: there are no receipts here, because no key is set to sign them with (VOUCH_RECEIPT_KEY)');
}

interface LogTerms extends Pick<ExtractionTask, 'log' | 'times'> {
  readonly currency: string | undefined;
}

/** Logs what an extraction used, also where it ends without an answer. */
async function logged(extraction: Promise<Outcome>, bytes: Uint8Array, { log, times, currency }: LogTerms): Promise<Outcome> {
  const of = { bytes: bytes.length, file: fingerprint(bytes) };
  try {
    const outcome = await extraction;
    log.info({ ...of, ...summary(outcome), ...times.summary(currency) }, 'extraction');
    return outcome;
  } catch (error) {
    if (times.providerWasCalled) log.info({ ...of, ...times.summary(currency) }, 'extraction ended without an answer');
    throw error;
  }
}

const summary = ({ metadata, error, verification }: Outcome) => ({
  credits: metadata.credits,
  fallback: metadata.fallbackTriggered,
  ms: Math.round(metadata.processingTimeMs),
  ...(error && { code: error.code }),
  ...(verification && { verification: verification.status }),
});

function answerOf(outcome: Outcome, { include, schema }: Upload, review: MadeReview | undefined): CompletedAnswer {
  const { complete, postponed } = outcome;
  const body = { ...wire(outcome, include), ...(schema && { schema }), ...(review && { review: review.body }) };
  const answer = {
    body,
    complete,
    ...(postponed && { postponed }),
    ...(review && { review: { state: review.state, rank: review.rank, leaves: review.leaves } }),
  };
  return outcome.doubted ? { ...answer, fallbackFields: fieldsOf(outcome.doubted) } : answer;
}

/** The `Fallback-Fields` header: the fields that sent the document to Tier 2, at most 20, encoded because names may be in any script. */
const fieldsOf = (doubts: readonly Doubt[]): string =>
  doubts
    .slice(0, 20)
    .map(({ path, cause }) => `${encodeURIComponent(path)};${cause}`)
    .join(', ');

/** Whose files one parser process may read: those of one caller, of one request, or of everybody. */
export type ParserSharing = 'caller' | 'document' | 'shared';

/** Turns the name of who calls into the caller that the engine keeps apart. Another registration may have other callers of the same names. */
export function parserCaller(per: ParserSharing): (name: string) => string {
  const registration = randomUUID();
  return (name) => ({ caller: () => `${registration} ${name}`, document: () => randomUUID(), shared: () => '' })[per]();
}
