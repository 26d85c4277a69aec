import { isObject, type JsonObject } from '../../core/index.js';
import { badRequest } from '../http/refusal.js';
import { type JobPriority, jobPriorities } from '../state/job-store.js';

/** The fields of a job's form beside those of an extraction. */
export const jobFields = ['metadata', 'priority', 'keep', 'expires', 'webhook'] as const;

/** What a caller asks for beside the extraction. */
export interface JobOptions {
  /** Echoed with the job. */
  readonly metadata: JsonObject | null;
  readonly priority: JobPriority;
  readonly keepMs: number;
  /** How long it may wait for a worker. */
  readonly expiresInMs: number;
  /** The id of the endpoint that is told how it ended; null for none. */
  readonly webhook: string | null;
}

const metadataBytes = 2_048;
const hourMs = 3_600_000;
const longestWaitHours = 168;

/** @throws Refusal 400 naming the field and what is allowed */
export function jobOptions(texts: ReadonlyMap<string, string>, longestKeepHours: number): JobOptions {
  const priority = texts.get('priority') ?? 'normal';
  const known = jobPriorities.find((name) => name === priority);
  if (known === undefined) throw badRequest(`priority must be ${jobPriorities.join(', ')}`);
  return {
    metadata: metadataIn(texts.get('metadata')),
    priority: known,
    keepMs: hoursIn(texts, 'keep', { usual: Math.min(24, longestKeepHours), most: longestKeepHours }),
    expiresInMs: hoursIn(texts, 'expires', { usual: longestWaitHours, most: longestWaitHours }),
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

/** A time in hours as whole milliseconds: 1.1 hours are not exact in binary. */
function hoursIn(texts: ReadonlyMap<string, string>, name: string, { usual, most }: { usual: number; most: number }): number {
  const text = texts.get(name);
  const hours = text === undefined ? usual : /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (hours > 0 && hours <= most) return Math.round(hours * hourMs);
  throw badRequest(`${name} must be a number of hours, more than 0 and at most ${most}`);
}
