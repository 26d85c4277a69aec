import type { Schema } from '../../core/index.js';
import type { Reappraisal } from './reappraise.js';
import type { Result } from './result.js';

/** All that a result is judged by. */
export interface Evidence {
  readonly result: Result;
  readonly again: Reappraisal;
  /** Absent where nobody says what the result was extracted with. */
  readonly schema?: Schema;
  /** 0..1 */
  readonly threshold: number;
}
