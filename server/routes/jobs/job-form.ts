import type { JsonObject } from '../../../core/index.js';
import { isObject } from '../../../core/internal.js';
import { badRequest } from '../../http/refusal.js';
import { type JobPriority, jobPriorities } from '../../jobs/job-store.js';

/** The fields of a job's form beside those of an extraction. */
export const jobFields = ['metadata', 'priority', 'keep', 'webhook'] as const;

/** What a caller asks for beside the extraction. */
export interface JobWishes {
  /** Echoed with the job. */
  readonly metadata: JsonObject | null;
  readonly priority: JobPriority;
  readonly keepMs: number;
  /** The id of the endpoint that is told how it ended; null for none. */
  readonly webhook: string | null;
}

const metadataBytes = 2_048;
const hourMs = 3_600_000;

/** @throws Refusal 400 naming the field and what is allowed */
export function jobWishes(texts: ReadonlyMap<string, string>, longestKeepHours: number): JobWishes {
  const priority = texts.get('priority') ?? 'normal';
  const known = jobPriorities.find((name) => name === priority);
  if (known === undefined) throw badRequest(`priority must be ${jobPriorities.join(', ')}`);
  return {
    metadata: metadataIn(texts.get('metadata')),
    priority: known,
    // 1.1 hours are not a whole number of ms in binary.
    keepMs: Math.round(keepHours(texts.get('keep'), longestKeepHours) * hourMs),
    webhook: texts.get('webhook') ?? null,
  };
}

function metadataIn(text: string | undefined): JsonObject | null {
  if (text === undefined) return null;
  if (Buffer.byteLength(text) > metadataBytes) throw badRequest(`metadata is larger than ${metadataBytes} bytes`);
  const value = parsed(text);
  if (!isObject(value)) throw badRequest('metadata must be a JSON object');
  return value;
}

function parsed(text: string): JsonObject | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keepHours(text: string | undefined, longest: number): number {
  if (text === undefined) return Math.min(24, longest);
  const hours = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (hours > 0 && hours <= longest) return hours;
  throw badRequest(`keep must be a number of hours, more than 0 and at most ${longest}`);
}
