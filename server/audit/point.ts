import type { Json } from '../../core/index.js';

/** One thing that a result claims, and whether it does so rightly. */
export interface Point {
  /** The path of a field, or what else it is about: `confidence_score`, `HORIZONTAL_SUM total, subtotal, tax`. */
  readonly about: string;
  /** `unknown` where it can be neither confirmed nor refuted without the reader. */
  readonly verdict: 'holds' | 'fails' | 'unknown';
  /** What does not hold, or why it cannot be told; none where it holds. */
  readonly problems: readonly string[];
  /** Of a field. */
  readonly value?: Json;
  readonly score?: number;
  readonly page?: number;
  readonly text?: string;
}

/** A point of which these things are wrong. */
export const point = (about: string, problems: readonly string[], more: Omit<Point, 'about' | 'verdict' | 'problems'> = {}): Point => ({
  about,
  verdict: problems.length > 0 ? 'fails' : 'holds',
  problems,
  ...more,
});
