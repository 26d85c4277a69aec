import type { Usage } from './observer.js';

/** Codes of an extraction that failed, as they stand in `error.code` of the answer. */
export type FailureCode = 'EXTRACTION_FAILED' | 'LLM_ERROR' | 'PARSING_ERROR' | 'TIMEOUT_ERROR';

/** The host must act, at boot: a plugin, an option, a secret or a config line is wrong. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(
    message: string,
    /** Path into the settings: ['tiers', 0, 'model']; the configuration turns it into file, line and column. */
    readonly place: readonly (string | number)[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The caller must act: a 400 whose `detail` is this message. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

export type Retryable = boolean | 'once';

export interface FailureDetails {
  readonly cause?: unknown;
  /** True if the same call may succeed soon; 'once' if only one more try makes sense. Set where the error is created. */
  readonly retryable?: Retryable;
  /** How long the provider asks to wait before the next try. */
  readonly retryAfterMs?: number;
  /** True if the provider did its work, so that the failed reading is charged. */
  readonly worked?: boolean;
  /** What the failed call used, where the provider says so. */
  readonly usage?: Usage | undefined;
  /** True if only an operator can fix it: a key, a model's name, an address, a quota. */
  readonly ours?: boolean;
}

/** Neither must act at once: the answer is 200 with this code and message. The message never carries document text or a key. */
export class ExtractionError extends Error {
  override readonly name = 'ExtractionError';
  readonly retryable: Retryable;
  readonly retryAfterMs: number | undefined;
  readonly worked: boolean;
  readonly ours: boolean;
  readonly usage: Usage | undefined;

  constructor(
    readonly code: FailureCode,
    message: string,
    details: FailureDetails = {},
  ) {
    super(message, { cause: details.cause });
    this.retryable = details.retryable ?? false;
    this.retryAfterMs = details.retryAfterMs;
    this.worked = details.worked ?? false;
    this.ours = details.ours ?? false;
    this.usage = details.usage;
  }
}
