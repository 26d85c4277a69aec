import type { Release } from '../../core/internal.js';
import { AdmissionQueue } from './admission-queue.js';
import type { Limits } from './limits.js';

/** Slots for the requests that this machine works on. Without this limit, requests would start that cannot finish in time. */
export interface WorkSlots {
  /** @throws Refusal 503 when no slot is free in time, the signal's reason when it fires first */
  acquire(signal: AbortSignal): Promise<Release>;
  /** @throws Refusal 503 when a request that comes now would wait in vain */
  refuseIfHopeless(): void;
}

export function workSlots({ requestsAtWork, queueMs, requestsWaiting }: Limits): WorkSlots {
  const limits = { capacity: { requests: requestsAtWork }, maxWaitMs: queueMs, maxWaiting: requestsWaiting };
  const queue = new AdmissionQueue(limits, requestsAtWork);
  return { acquire: (signal) => queue.enter({ requests: 1 }, signal), refuseIfHopeless: () => queue.refuseIfHopeless() };
}
