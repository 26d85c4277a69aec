import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Doubt, type Engine, type ExtractionRequest, type Outcome, parseSchema } from '../../core/index.js';
import { waitForIdleLoop } from '../../core/internal.js';
import { fingerprint } from '../app/fingerprint.js';
import type { Desk } from '../guards/desk.js';
import type { Limits } from '../guards/limits.js';
import { errorCodeHeader } from '../http/headers.js';
import { onceClosed } from '../http/once-closed.js';
import { Refusal } from '../http/refusal.js';
import { readUpload, type Upload } from '../http/upload/read-upload.js';
import type { Telemetry } from '../telemetry/follow.js';
import { together } from '../telemetry/listener.js';
import type { ExtractionBody } from '../wire/schemas.js';
import { wire } from '../wire/wire.js';
import type { CompletedAnswer } from './answers/answer-source.js';

/** What an extraction needs, whichever route it comes through. */
export interface ExtractionDoor {
  readonly engine: Engine;
  readonly limits: Limits;
  readonly telemetry: Telemetry;
}

type WorkingDoor = ExtractionDoor & { readonly desk: Desk };

/** One call at the door: `reserve` is asked before the first reading, where the route has something to say about the price. */
export interface ExtractionCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly reserve?: NonNullable<ExtractionRequest['reserve']>;
  /** Answers with what was made before, or has the work done. The work is done where it is absent. */
  readonly recall?: (upload: Upload, work: () => Promise<CompletedAnswer>) => Promise<CompletedAnswer>;
}

/** Reads uploads and answers them, from memory or by work; the same for every route. What it gives throws Refusal, InputError, and what `reserve` throws. */
export function extractions(door: WorkingDoor): (call: ExtractionCall) => Promise<ExtractionBody> {
  return async (call) => {
    const upload = await readUpload(call.request, door.limits);
    const work = () => extract(door, upload, call);
    const { body, fallbackFields } = await (call.recall ? call.recall(upload, work) : work());
    if (fallbackFields !== undefined) call.reply.header('Fallback-Fields', fallbackFields);
    if (body.error) call.reply.header(errorCodeHeader, body.error.code);
    return body;
  };
}

/** Extracts when it is this request's turn, and logs what it took. */
async function extract(door: WorkingDoor, upload: Upload, call: ExtractionCall): Promise<CompletedAnswer> {
  const { request, reply } = call;
  const signal = goneSignal(reply);
  const { file, outputSchema, include, ...wishes } = upload;
  const schema = parseSchema(outputSchema);
  const { observer, times } = door.telemetry.of({ request, reply });
  const reserve = async (credits: number): Promise<void> => {
    await call.reserve?.(credits);
    await waitForIdleLoop();
  };
  try {
    const seat = await door.desk.sit(signal);
    const watched = { signal, observer: together([observer, seat]) };
    const outcome = await door.engine.extract({ file, schema, ...wishes, ...watched, reserve }).finally(seat.leave);
    const of = { bytes: file.bytes.length, file: fingerprint(file.bytes) };
    request.log.info({ ...of, ...summary(outcome), ...times.summary }, 'extraction');
    const answer = { body: wire(outcome, include), complete: !times.failed };
    return outcome.doubted ? { ...answer, fallbackFields: fieldsOf(outcome.doubted) } : answer;
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

/** Why Tier 2 read, too: the paths of the fields that were doubted, at most 20, encoded because names may be in any script. */
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
