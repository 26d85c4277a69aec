/** A request for a PDF of some pages instead of their text. */
export interface ExcerptRequest {
  /** Counted from 1, in the order of the new file. */
  readonly excerpt: readonly number[];
}

export const isExcerpt = (wanted: unknown): wanted is ExcerptRequest =>
  typeof wanted === 'object' && wanted !== null && 'excerpt' in wanted;
