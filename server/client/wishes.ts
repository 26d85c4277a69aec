/** What can be asked for beside the values. */
export const wishes = ['boxes', 'evidence', 'operands', 'usage'] as const;
export type Wish = (typeof wishes)[number];

export interface ExtractCallOptions {
  /** How sure a required field must be for the first reader to be enough, and under which a field is doubtful; 0.85 when absent. */
  readonly threshold?: number;
  /** Whether the answer has `verification`. */
  readonly verify?: boolean;
  /** What the answer should have beyond the values. */
  readonly include?: readonly Wish[];
  /** The name of the file, for streams and bytes. */
  readonly name?: string;
  /** In place of a new one for each call: with your own, a call of another process is the same call. 1 to 255 visible ASCII characters. */
  readonly idempotencyKey?: string;
}

export const defaultThreshold = 0.85;

/** The fields of the form beside the document. */
export const textsOf = (outputSchema: string, { threshold, verify, include }: ExtractCallOptions): Readonly<Record<string, string>> => ({
  output_schema: outputSchema,
  ...(threshold !== undefined && { confidence_threshold: String(threshold) }),
  ...(verify !== undefined && { enable_verification: String(verify) }),
  ...(include && include.length > 0 && { include: include.join(',') }),
});
