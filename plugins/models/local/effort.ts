/** How far the reader looks. Its rules are the same: what is found further off is no surer. */
export interface Effort {
  /** A value to the right of its label stands within this many heights, one below within these. */
  readonly right: number;
  readonly below: number;
}

export const efforts = {
  normal: { right: 30, below: 2.2 },
  thorough: { right: 60, below: 4 },
} as const satisfies Readonly<Record<string, Effort>>;
