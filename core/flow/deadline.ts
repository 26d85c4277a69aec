import { ExtractionError } from '../contracts/errors.js';

/** The one deadline of a request, on the monotonic clock, combined with the caller's disconnect. */
export class Deadline {
  readonly signal: AbortSignal;
  readonly #end: number;
  readonly #timer: NodeJS.Timeout;

  constructor(
    readonly limitMs: number,
    callerGone?: AbortSignal,
  ) {
    const passed = new AbortController();
    this.#end = performance.now() + limitMs;
    this.#timer = setTimeout(() => passed.abort(this.failure()), limitMs);
    this.signal = callerGone ? AbortSignal.any([passed.signal, callerGone]) : passed.signal;
  }

  remainingMs(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** Fires with the deadline, or when this share of the time that remains now is over; 0..1. */
  share(part: number): AbortSignal {
    return AbortSignal.any([this.signal, AbortSignal.timeout(Math.ceil(this.remainingMs() * part))]);
  }

  /** As `abortable` by the deadline's own signal. */
  race<T>(work: Promise<T>): Promise<T> {
    return abortable(work, this.signal);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  private failure(): ExtractionError {
    return new ExtractionError(
      'TIMEOUT_ERROR',
      `The request took longer than its deadline of ${this.limitMs} ms; "deadline_ms" or VOUCH_DEADLINE_MS sets it`,
    );
  }
}

/** The promise's value, or the signal's reason as soon as it fires, so that a part that ignores the signal cannot delay the answer. */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) work.catch(() => {});
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
