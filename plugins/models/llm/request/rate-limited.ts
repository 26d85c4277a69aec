import { ExtractionError } from '../../../../core/index.js';

/** The provider takes no more requests for a while, and says for how long. Nothing was worked on. */
export class RateLimited extends ExtractionError {
  constructor(
    message: string,
    readonly waitMs: number,
    cause: unknown,
  ) {
    super('LLM_ERROR', message, { cause, retryable: true, retryAfterMs: waitMs });
  }

  /** The same, when a part of the wait is over. */
  after(waitMs: number): RateLimited {
    return new RateLimited(this.message, waitMs, this.cause);
  }
}
