/** What the OCR result of one page holds at most. A child keeps to it, and what it sends is checked against it. */
export const ocrLimits = {
  words: 20_000,
  /** Of all words together, as many as the text layer of a page may have. */
  characters: 100_000,
  lines: 5_000,
  /** Of all lines together, some 2 MB. A page of print has 3,000. */
  steps: 20_000,
  /** The longest line that the network takes gives 400. */
  stepsOfLine: 500,
  /** The characters that one step lists. */
  likely: 6,
} as const;
