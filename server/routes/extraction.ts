import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Engine, type ExtractionRequest, type Outcome, parseSchema } from '../../core/index.js';
import { fingerprint } from '../fingerprint.js';
import { errorCodeHeader } from '../headers.js';
import type { Limits } from '../limits.js';
import { onceClosed } from '../once-closed.js';
import { Refusal } from '../refusal.js';
import type { Telemetry } from '../telemetry/follow.js';
import { readUpload } from '../upload/read-upload.js';

/** What an extraction needs, whichever route it comes through. */
export interface ExtractionDoor {
  readonly engine: Engine;
  readonly limits: Limits;
  readonly telemetry: Telemetry;
}

/** One call at the door: `reserve` is asked before the first reading, where the route has something to say about the price. */
export interface ExtractionCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly reserve?: NonNullable<ExtractionRequest['reserve']>;
}

/** Reads the upload, extracts, and logs what it took; the same for every route. @throws Refusal, InputError, and what `reserve` throws */
export async function extraction(door: ExtractionDoor, { request, reply, reserve }: ExtractionCall): Promise<Outcome> {
  const signal = goneSignal(reply);
  const { file, outputSchema, ...wishes } = await readUpload(request, door.limits);
  const schema = parseSchema(outputSchema);
  try {
    const { observer, times } = door.telemetry.of({ request, reply });
    const outcome = await door.engine.extract({ file, schema, ...wishes, signal, observer, ...(reserve && { reserve }) });
    const { bytes } = file;
    request.log.info({ bytes: bytes.length, file: fingerprint(bytes), ...summary(outcome), ...times.summary }, 'extraction');
    if (outcome.error) reply.header(errorCodeHeader, outcome.error.code);
    return outcome;
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

const summary = ({ metadata, error, verification }: Outcome) => ({
  credits: metadata.credits,
  fallback: metadata.fallbackTriggered,
  ms: Math.round(metadata.processingTimeMs),
  ...(error && { code: error.code }),
  ...(verification && { verification: verification.status }),
});
