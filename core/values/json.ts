import type { AppraisedField } from '../contracts/draft.js';
import type { Json, JsonObject } from '../contracts/schema.js';

/** Whether a JSON value has members: neither null nor a list. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a JSON value is a list. */
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** Whether a JSON value has no parts. */
export const isPlain = (value: Json | undefined): value is null | boolean | number | string =>
  value !== undefined && !isList(value) && !isObject(value);

/** Whether a field has no value: a null, or an array without rows. */
export const isEmpty = ({ value }: AppraisedField): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** What `JSON.parse` says of a text, without the text that V8 quotes; the position, or the character, is enough. */
export function withoutEcho(error: unknown): string {
  const reason = error instanceof Error ? error.message : 'not JSON';
  return reason.replace(/,? (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON/s, ' is not valid JSON');
}
