import type { Json, Schema } from '../../../core/index.js';
import type { Reappraisal } from './reappraise.js';
import type { SavedResult } from './result.js';

/** One thing that a result claims, and whether the claim holds. */
export interface AuditFinding {
  /** The path of a field, or another subject: `confidence_score`, `HORIZONTAL_SUM total, subtotal, tax`. */
  readonly about: string;
  /** `unknown` where the claim can be neither confirmed nor refuted without a model. */
  readonly verdict: 'holds' | 'fails' | 'unknown';
  /** What does not hold, or why it is unknown; empty where the claim holds. */
  readonly problems: readonly string[];
  /** Set for a field. */
  readonly value?: Json;
  readonly score?: number;
  readonly page?: number;
  readonly text?: string;
}

/** A finding that fails when there are problems and holds when there are none. */
export const finding = (
  about: string,
  problems: readonly string[],
  more: Omit<AuditFinding, 'about' | 'verdict' | 'problems'> = {},
): AuditFinding => ({
  about,
  verdict: problems.length > 0 ? 'fails' : 'holds',
  problems,
  ...more,
});

/** Everything that a result is judged by. */
export interface AuditContext {
  readonly result: SavedResult;
  readonly reappraisal: Reappraisal;
  /** Absent where the schema of the extraction is unknown. */
  readonly schema?: Schema;
  /** 0..1 */
  readonly threshold: number;
}
