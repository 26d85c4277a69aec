import type { Decimal, Unknown } from '../values/money.js';

export type CheckStatus = 'PASSED' | 'FAILED' | 'CANNOT_VERIFY';
export type VerificationStatus = CheckStatus | 'PARTIAL' | 'NO_RULES';

/** A finding after judgement. `delta` = expected - actual, rounded to the minor unit. */
export interface Check {
  readonly type: string;
  readonly status: CheckStatus;
  readonly fields: readonly string[];
  readonly delta: Decimal | Unknown;
  readonly expected: Decimal | Unknown;
  readonly actual: Decimal | Unknown;
  /** What a person should know of it; each becomes an issue. */
  readonly notes: readonly string[];
}
