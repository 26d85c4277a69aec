import type { Release } from '../../core/index.js';
import type { Limits } from './limits.js';
import { AdmissionQueue } from './shares/admission-queue.js';

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
