import { unavailable } from '../http/refusal.js';

/** What the store answers; a store that fails is a 503, so that an outage never looks like a wrong key or a used-up limit. */
export async function fromStore<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw unavailable('The service cannot reach its state at the moment. Retry shortly.', { cause });
  }
}
