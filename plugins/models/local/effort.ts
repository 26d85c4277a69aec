/** How far the reader looks. Its rules are the same: what is found further off is no surer. */
export interface Effort {
  /** A value to the right of its label stands within this many heights, one below within these. */
  readonly right: number;
  readonly below: number;
  /** Whether rows are also read where no header names their columns; only if they add up to a sum of the document. */
  readonly headless: boolean;
}

export const efforts = {
  normal: { right: 30, below: 2.2, headless: false },
  thorough: { right: 60, below: 4, headless: true },
} as const satisfies Readonly<Record<string, Effort>>;
