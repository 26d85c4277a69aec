import type { JsonValue } from './schema/types.js';

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

/** That of the specification, §2.1. */
export const defaultThreshold = 0.85;

/** What is asked for what waits in the queue, a job or a batch. */
interface QueueWishes {
  readonly metadata?: { readonly [name: string]: JsonValue };
  readonly webhook?: string;
  readonly keepHours?: number;
  readonly expiresHours?: number;
}

/** Its fields of the form. */
export const queueTexts = ({ metadata, webhook, keepHours, expiresHours }: QueueWishes): Readonly<Record<string, string>> => ({
  ...(metadata && { metadata: JSON.stringify(metadata) }),
  ...(webhook !== undefined && { webhook }),
  ...(keepHours !== undefined && { keep: String(keepHours) }),
  ...(expiresHours !== undefined && { expires: String(expiresHours) }),
});

/** The fields of the form beside the document. */
export const textsOf = (outputSchema: string, { threshold, verify, include }: ExtractCallOptions): Readonly<Record<string, string>> => ({
  output_schema: outputSchema,
  ...(threshold !== undefined && { confidence_threshold: String(threshold) }),
  ...(verify !== undefined && { enable_verification: String(verify) }),
  ...(include && include.length > 0 && { include: include.join(',') }),
});
