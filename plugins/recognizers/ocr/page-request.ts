/** What is asked of an engine's child: one page. */
export interface PageRequest {
  /** Counted from 1. */
  readonly page: number;
  /** ISO 639-3, likeliest first; a hint. */
  readonly languages: readonly string[];
  /** How far the page has to be turned clockwise, in degrees, where an earlier look has found out. */
  readonly turn?: number;
  /** Whether the look is a close one: finer, and with other eyes than the first. */
  readonly closer: boolean;
}
