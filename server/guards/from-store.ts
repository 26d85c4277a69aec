import { unavailable } from '../http/refusal.js';

/** Awaits an answer of the store. A failure becomes a 503, so that an outage never looks like a wrong key or an exhausted limit. */
export async function fromStore<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw unavailable('The service cannot reach its state at the moment. Retry shortly.', { cause });
  }
}

/** How long, in ms, a reservation outlives a process that may have died: the deadline of its request and a minute to settle. */
export const leaseFor = (deadlineMs: number): number => deadlineMs + 60_000;
