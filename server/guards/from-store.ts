import { unavailable } from '../http/refusal.js';

/** What the store answers; a store that fails is a 503, so that an outage never looks like a wrong key or a used-up limit. */
export async function fromStore<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw unavailable('The service cannot reach its state at the moment. Retry shortly.', { cause });
  }
}

/** For how long, in ms, something is set aside for a request whose process may have died: its deadline, and a minute to settle in. */
export const leaseFor = (deadlineMs: number): number => deadlineMs + 60_000;
