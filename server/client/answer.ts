import type { FailedCode } from './errors.js';
import type { JsonValue } from './schema/types.js';

/** Where on a page a text stands: shares of the page as a viewer shows it, from its top left corner. */
export interface PageBox {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** What was found about a value, with `include: ['evidence']`. */
export interface EvidenceFinding {
  readonly name: string;
  /** What it adds to the log-odds of the value; absent for a null. */
  readonly weight?: number;
  readonly says: string;
  /** The highest score that it allows; absent where it only weighs. */
  readonly at_most?: number;
}

/** What proves a value. `page`, `text` and `boxes` are absent where nothing was found. */
export interface FieldEvidence {
  /** Its path: `$.total`, `$.line_items[0].amount`. */
  readonly field: string;
  /** The chance that the value is right, 0 to 1. */
  readonly score: number;
  /** Why it has this score. */
  readonly reason: string;
  /** From 1. */
  readonly page?: number;
  /** The words on that page that prove it. */
  readonly text?: string;
  /** With `include: ['boxes']`: a rectangle for each line of `text`. */
  readonly boxes?: readonly PageBox[];
  /** With `include: ['evidence']`. */
  readonly evidence?: { readonly prior?: number; readonly findings: readonly EvidenceFinding[] };
}

export const verificationStatuses = ['PASSED', 'FAILED', 'PARTIAL', 'CANNOT_VERIFY', 'NO_RULES'] as const;
export const checkStatuses = ['PASSED', 'FAILED', 'CANNOT_VERIFY'] as const;
export const operandSources = ['schema', 'shadow', 'printed'] as const;
type CheckedValue = string | number | boolean | null;

export interface AnsweredOperand {
  readonly field: string;
  readonly value: CheckedValue;
  readonly from: (typeof operandSources)[number];
  readonly label?: string;
}

export interface AnsweredCheck {
  readonly type: string;
  readonly status: (typeof checkStatuses)[number];
  readonly fields: readonly string[];
  readonly passed: boolean;
  /** Present where the check is about what the host accepts, not about the reading. */
  readonly policy?: true;
  /** With `include: ['operands']`. */
  readonly operands?: readonly AnsweredOperand[];
  /** `expected` less `actual` where they are amounts; null where one is unknown, absent where they are none. */
  readonly delta?: number | null;
  readonly expected: CheckedValue;
  readonly actual: CheckedValue;
}

/** With `verify: true`: whether the sums of the document, and the rules of the host, hold. */
export interface AnsweredVerification {
  readonly status: (typeof verificationStatuses)[number];
  readonly checks_passed: number;
  readonly checks_failed: number;
  readonly cannot_verify_count: number;
  readonly checks_run: readonly AnsweredCheck[];
}

/** What was asked of providers. Unknown numbers are null. */
export interface AskedOfProviders {
  readonly calls: number;
  readonly unmeasured_calls: number;
  readonly input_tokens: number | null;
  readonly cached_input_tokens: number | null;
  readonly cache_write_tokens: number | null;
  readonly output_tokens: number | null;
  readonly cost: number | null;
}

/** With `include: ['usage']`. */
export interface AnsweredUsage extends AskedOfProviders {
  readonly currency?: string;
  readonly models: readonly (AskedOfProviders & { readonly model: string; readonly tier: '1' | '2' | 'witness' })[];
}

export interface AnsweredMeta {
  readonly confidence_score: number;
  readonly field_confidence: readonly FieldEvidence[];
  readonly issues: readonly string[];
}

/** What an answer says of one document. */
export interface AnsweredDocument {
  readonly object: { readonly [name: string]: JsonValue | AnsweredMeta; readonly _meta: AnsweredMeta } | null;
  readonly metadata: {
    readonly processing_time_ms: number;
    readonly credits: number;
    readonly fallback_triggered: boolean;
    readonly confidence_score?: number;
  };
  readonly verification?: AnsweredVerification;
  readonly error?: { readonly code: FailedCode; readonly message: string };
}

/** One of several documents in a file, with its pages by their numbers in the file. */
export interface AnsweredPart extends AnsweredDocument {
  readonly pages: readonly number[];
}

/** The body of `POST /v1/extract`, and the `result` of a job. */
export interface ExtractAnswer extends AnsweredDocument {
  /** Where the server parts files and this one holds several documents; `object` is null then. */
  readonly documents?: readonly AnsweredPart[];
  readonly usage?: AnsweredUsage;
}

export const jobStatusNames = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const;
export const jobPriorityNames = ['high', 'normal', 'low'] as const;

/** A job as a list shows it. Times are of RFC 3339. */
export interface ListedJob {
  readonly id: string;
  readonly status: (typeof jobStatusNames)[number];
  /** The name of the file; null where it is sealed for a former secret of the key. */
  readonly file: string | null;
  readonly metadata: { readonly [name: string]: JsonValue } | null;
  readonly priority: (typeof jobPriorityNames)[number];
  /** The id of the webhook that is told how it ended; null for none. */
  readonly webhook: string | null;
  /** The batch that it was sent with, and its name there; null for a job of its own. */
  readonly batch: string | null;
  readonly custom_id: string | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly kept_until: string | null;
  readonly runs: number;
  /** What it cost; null while it is under way. */
  readonly credits: number | null;
}

/** A job that was asked for by its id. */
export interface ShownJob extends ListedJob {
  /** Of a job that is done, or whose extraction failed. */
  readonly result?: ExtractAnswer;
  /** Of a job that was refused. */
  readonly error?: { readonly status: number; readonly detail: string };
}

export interface JobsPage {
  readonly jobs: readonly ListedJob[];
  /** The `cursor` of the next page; null on the last. */
  readonly next: string | null;
}
