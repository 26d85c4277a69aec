import type { AppraisedField } from '../contracts/draft.js';
import type { Json, JsonObject } from '../contracts/schema.js';

/** Whether a JSON value has members: neither null nor a list. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a field has no value: a null, or an array without rows. */
export const isEmpty = ({ value }: AppraisedField): boolean => value === null || (Array.isArray(value) && value.length === 0);
