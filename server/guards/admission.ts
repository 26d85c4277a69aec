import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { onceClosed } from '../http/connection.js';
import { Refusal } from '../http/refusal.js';
import type { Tell } from '../telemetry/door-event.js';
import { bodyBytes, type Limits } from './limits.js';
import { AdmissionQueue } from './shares/admission-queue.js';
import { sharersOf } from './shares/sharers.js';
import type { WorkSlots } from './work-slots.js';

interface AdmissionTerms {
  readonly limits: Limits;
  /** What the request will need once its body is read. */
  readonly slots: Pick<WorkSlots, 'refuseIfHopeless'>;
  readonly tell: Tell;
  /** What a form must have, as a refusal says it. */
  readonly wanted?: string;
}

/**
 * Guards the body of a request before a byte of it is read: its size, its type, and whether there is memory for it now. The memory is
 * released when the answer is out or the caller is gone.
 */
export function admission({
  limits,
  slots,
  tell,
  wanted = 'the fields file and output_schema',
}: AdmissionTerms): onRequestAsyncHookHandler {
  const { bytesInFlight, requestsInFlight, queueMs, requestsWaiting } = limits;
  const capacity = { requests: requestsInFlight, bytes: bytesInFlight };
  const mayPass = ({ bytes }: { readonly bytes: number }): boolean => bytes <= smallBytes;
  const bodies = new AdmissionQueue<'requests' | 'bytes'>(
    { capacity, maxWaitMs: queueMs, maxWaiting: requestsWaiting, mayPass },
    requestsInFlight,
  );
  return async (request, reply) => {
    const bytes = claimedBytes(request, limits);
    if (!/^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
      throw new Refusal(415, `The request must be multipart/form-data with ${wanted}`);
    }
    const callers = sharersOf(request);
    slots.refuseIfHopeless(callers);
    const release = await bodies.enter({ amounts: { requests: 1, bytes }, callers });
    tell({ kind: 'entered', bytes });
    onceClosed(reply, () => {
      release();
      tell({ kind: 'left', bytes });
    });
  };
}

/** Bodies up to this size pass larger ones that wait for memory; a hundred of them take no more than a few large ones. */
const smallBytes = 524_288;

function claimedBytes(request: FastifyRequest, limits: Limits): number {
  const most = bodyBytes(limits);
  const claimed = request.headers['content-length'];
  if (claimed === undefined) return most;
  if (Number(claimed) > most) throw tooLarge(limits);
  return Number(claimed);
}

export const tooLarge = ({ fileBytes }: Limits): Refusal =>
  new Refusal(413, `The file is too large: at most ${fileBytes} bytes (${Math.floor(fileBytes / 1_048_576)} MB) are accepted`);
