import { setTimeout as sleep } from 'node:timers/promises';
import pRetry from 'p-retry';
import { ExtractionError } from '../contracts/errors.js';
import type { Deadline } from './deadline.js';
import type { Reader } from './reader.js';

/** Makes a call, again where its failure may pass. Where time runs out in the meantime, the failure says what had happened before. */
export async function retry<T>(work: () => Promise<T>, { reader, deadline, failed, mayRepeat = () => true }: RetryContext): Promise<T> {
  const options = retryOptions(reader, deadline);
  const own: ExtractionError[] = [];
  const shouldRetry: typeof options.shouldRetry = async (context) => {
    if (!mayRepeat() || !(context.error instanceof ExtractionError)) return false;
    own.push(context.error);
    failed.add(context.error);
    return options.shouldRetry(context);
  };
  try {
    const result = await pRetry(work, { ...options, shouldRetry });
    for (const failure of own) failed.delete(failure);
    return result;
  } catch (error) {
    const earlier = [...failed].at(-1);
    throw earlier && isOutOfTime(error) && !explained.has(error) ? withEarlier(error, earlier) : error;
  }
}

export interface RetryContext {
  readonly reader: Reader;
  readonly deadline: Deadline;
  /** Failures of one reading whose calls are being made again. */
  readonly failed: Set<ExtractionError>;
  /** Whether it may be made again at all; it may when absent. */
  mayRepeat?(): boolean;
}

const mostRetries = 2;
/** The first wait is up to twice as long, the second up to four times. */
const waitUnitMs = 500;
/** A try that has less time than this left is not begun: it could only waste the provider's work. */
const shortestTryMs = 1_000;

/**
 * `shouldRetry` also waits, because it is asked once a try is left and has failed: as long as the provider wishes, or a random part of a
 * doubling time. Either must fit into the deadline. Refusals for a rate (429) that name a wait are repeated before they come here, by the
 * rate gate of the model's plugin.
 */
const retryOptions = ({ breaker, retries: budget }: Reader, deadline: Deadline) => ({
  retries: mostRetries,
  minTimeout: 0,
  signal: deadline.signal,
  shouldRetry: async ({ error, attemptNumber }: { error: unknown; attemptNumber: number }) => {
    if (!(error instanceof ExtractionError) || !error.retryable) return false;
    if (error.retryable === 'once' && attemptNumber > 1) return false;
    if (breaker.open) return false;
    const waitMs = error.retryAfterMs ?? Math.random() * waitUnitMs * 2 ** attemptNumber;
    if (waitMs + shortestTryMs > deadline.remainingMs()) {
      if (error.retryAfterMs !== undefined) breaker.pause(error.retryAfterMs, error);
      return false;
    }
    if (!budget.spend()) return false;
    await sleep(waitMs, undefined, { signal: deadline.signal });
    return true;
  },
});

/** The failure of a part, with a note of what had happened before it; noted once. */
const explained = new WeakSet<ExtractionError>();

export const isOutOfTime = (error: unknown): error is ExtractionError => error instanceof ExtractionError && error.code === 'TIMEOUT_ERROR';

/** Two time-outs of a provider can use up the time of a request, so that the message must not blame its deadline alone. */
function withEarlier({ code, message, worked, usage }: ExtractionError, earlier: ExtractionError): ExtractionError {
  const error = new ExtractionError(code, `${message}; before that, ${earlier.message}`, { cause: earlier, worked, usage });
  explained.add(error);
  return error;
}
