import type { Json, JsonObject } from '../contracts/json.js';

/** Whether a JSON value has members: neither null nor a list. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
