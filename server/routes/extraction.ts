import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Engine, type ExtractionRequest, type Outcome, parseSchema } from '../../core/index.js';
import type { Limits } from '../limits.js';
import { onceClosed } from '../once-closed.js';
import { Refusal } from '../refusal.js';
import { readUpload } from '../upload/read-upload.js';

/** What an extraction needs, whichever route it comes through. */
export interface ExtractionDoor {
  readonly engine: Engine;
  readonly limits: Limits;
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
    const outcome = await door.engine.extract({ file, schema, ...wishes, signal, ...(reserve && { reserve }) });
    request.log.info({ bytes: file.bytes.length, ...summary(outcome) }, 'extraction');
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
