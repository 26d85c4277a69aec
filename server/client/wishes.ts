import { UsageError } from './errors.js';
import { jsonText } from './request/json-text.js';
import type { CallOptions } from './request/send.js';
import type { SchemaFields } from './schema/schema-text.js';
import type { JsonValue } from './schema/types.js';

/** What can be asked for beside the values. */
export const wishes = ['boxes', 'evidence', 'candidates', 'operands', 'usage', 'receipt'] as const;
export type Wish = (typeof wishes)[number];

export interface ExtractCallOptions {
  /** How sure a required field must be for the first reader to be enough, and under which a field is doubtful; 0.85 when absent. */
  readonly threshold?: number;
  /** Whether the answer has `verification`. */
  readonly verify?: boolean;
  /** What the answer should have beyond the values. */
  readonly include?: readonly Wish[];
  /** Whether the answer is kept for people, and says what they should look at. */
  readonly review?: boolean;
  /** The name of the file, for streams and bytes. */
  readonly name?: string;
  /** In place of a new one for each call: with your own, a call of another process is the same call. 1 to 255 visible ASCII characters. */
  readonly idempotencyKey?: string;
}

const callMembers = [
  'threshold', 'verify', 'include', 'review', 'name', 'idempotencyKey', 'signal', 'timeoutMs',
] satisfies readonly (keyof (ExtractCallOptions & CallOptions))[]; // biome-ignore format: a list

/** @throws UsageError for an option that means nothing, `treshold`, or that stands in another argument: without types nobody would see it */
export const requireOptions = (options: ExtractCallOptions & CallOptions, further: readonly string[] = []): void =>
  requireMembers('The options', options, [...callMembers, ...further]);

function requireMembers(name: string, value: object, known: readonly string[]): void {
  const stranger = Object.keys(value).find((member) => !known.includes(member));
  if (stranger !== undefined) throw new UsageError(`${name} have no member "${stranger}": there are ${known.join(', ')}`);
}

/** What somebody else has read of a document, and what is known of it. */
export interface GivenData {
  /** By the schema: amounts as numbers, days as `2026-03-31`, null for what is not there. Or the answer of a known extractor as it is. */
  readonly data: { readonly [name: string]: JsonValue };
  /** The words that prove a value, as they stand on the page, by its path: `$.total`, `$.line_items[0].amount`. */
  readonly quotes?: { readonly [path: string]: string };
  /** The page of a value, from 1, by its path. */
  readonly pages?: { readonly [path: string]: number };
  /** Who has read them. A calibration table of the server that has this name weighs them. */
  readonly reader?: string;
}

/** Its fields of the form. @throws UsageError for a member that means nothing there, and for what JSON cannot say */
export function givenTexts(given: GivenData): Readonly<Record<string, string>> {
  requireMembers('The given data', given, ['data', 'quotes', 'pages', 'reader'] satisfies (keyof GivenData)[]);
  const { data, quotes, pages, reader } = given;
  return {
    data: jsonText('data', data),
    ...(quotes && { quotes: jsonText('quotes', quotes) }),
    ...(pages && { pages: jsonText('pages', pages) }),
    ...(reader !== undefined && { reader }),
  };
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
  ...(metadata && { metadata: jsonText('metadata', metadata) }),
  ...(webhook !== undefined && { webhook }),
  ...(keepHours !== undefined && { keep: String(keepHours) }),
  ...(expiresHours !== undefined && { expires: String(expiresHours) }),
});

/** The fields of the form beside the document. */
export const textsOf = (
  schema: SchemaFields,
  { threshold, verify, include, review }: ExtractCallOptions,
): Readonly<Record<string, string>> => ({
  ...schema,
  ...(threshold !== undefined && { confidence_threshold: String(threshold) }),
  ...(verify !== undefined && { enable_verification: String(verify) }),
  ...(review && { review: 'true' }),
  ...(include && include.length > 0 && { include: include.join(',') }),
});
