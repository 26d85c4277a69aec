import { ExtractionError } from '../../../../core/index.js';

/** The provider takes no more requests for a while, and says for how long. Nothing was worked on. */
export class RateLimited extends ExtractionError {
  constructor(
    message: string,
    readonly waitMs: number,
    cause: unknown,
    retryable = true,
  ) {
    super('LLM_ERROR', message, { cause, retryable, retryAfterMs: waitMs });
  }

  /** The same for a call that waits no longer: `retryable` says whether another may wait in its place. */
  givenUp(waitMs: number, retryable: boolean): RateLimited {
    return new RateLimited(this.message, Math.ceil(waitMs), this.cause, retryable);
  }
}
