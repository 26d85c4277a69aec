import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Release } from '../../core/index.js';
import { clientOf } from '../http/addresses.js';
import { bodyBytes, type Limits, tooLarge } from '../http/limits.js';
import { badRequest, Refusal } from '../http/refusal.js';
import { onceClosed } from '../http/request.js';
import type { Tell } from '../telemetry/events.js';
import { AdmissionQueue } from './admission-queue.js';
import { callerOf } from './caller.js';

interface AdmissionTerms {
  readonly limits: Limits;
  /** What the request will need once its body is read. */
  readonly slots: Pick<WorkSlots, 'refuseIfHopeless'>;
  readonly tell: Tell;
  /** What a form must have, as a refusal says it; routes that share what there is may want other fields. */
  readonly wanted?: (request: FastifyRequest) => string;
}

/**
 * Guards the body of a request before a byte of it is read: its size, its type, and whether there is memory for it now. The memory is
 * released when the answer is out or the caller is gone.
 */
export function admission({
  limits,
  slots,
  tell,
  wanted = () => 'the fields file and output_schema',
}: AdmissionTerms): onRequestAsyncHookHandler {
  const { bytesInFlight, requestsInFlight, queueMs, requestsWaiting } = limits;
  const capacity = { requests: requestsInFlight, bytes: bytesInFlight };
  const mayPass = ({ bytes }: { readonly bytes: number }): boolean => bytes <= smallBytes;
  const bodies = new AdmissionQueue<'requests' | 'bytes'>(
    { capacity, maxWaitMs: queueMs, maxWaiting: requestsWaiting, mayPass },
    requestsInFlight,
  );
  return async (request, reply) => {
    const bytes = announcedBytes(request, limits);
    const type = request.headers['content-type'] ?? '';
    if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
      throw new Refusal('WRONG_MEDIA_TYPE', `The request must be multipart/form-data with ${wanted(request)}`);
    }
    if (!/;\s*boundary=/i.test(type)) throw badRequest('The Content-Type names no boundary: leave the header to what builds the form');
    const callers = callersCounted(request);
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

function announcedBytes(request: FastifyRequest, limits: Limits): number {
  const most = bodyBytes(limits);
  const announced = request.headers['content-length'];
  if (announced === undefined) return most;
  if (Number(announced) > most) throw tooLarge(limits);
  return Number(announced);
}

/** Slots for the requests that this machine works on. Without this limit, requests would start that cannot finish in time. */
export interface WorkSlots {
  /** @throws Refusal 503 or 429 when no slot is free for its callers in time, the signal's reason when it fires first */
  acquire(callers: readonly string[], signal: AbortSignal): Promise<Release>;
  /** @throws Refusal 503 when a request that comes now would wait in vain */
  refuseIfHopeless(callers: readonly string[]): void;
}

export function workSlots({ requestsAtWork, queueMs, requestsWaiting }: Limits): WorkSlots {
  const limits = { capacity: { requests: requestsAtWork }, maxWaitMs: queueMs, maxWaiting: requestsWaiting };
  const queue = new AdmissionQueue(limits, requestsAtWork);
  return {
    acquire: (callers, signal) => queue.enter({ amounts: { requests: 1 }, callers }, signal),
    refuseIfHopeless: (callers) => queue.refuseIfHopeless(callers),
  };
}

/** Under which names the capacity that a request holds is counted: its address, and its caller where it had to say who that is. */
export function callersCounted(request: FastifyRequest): readonly string[] {
  const caller = callerOf(request);
  return [`address ${clientOf(request.ip)}`, ...(caller ? [`${caller.kind} ${caller.id}`] : [])];
}
