import { InputError, isObject, type Json, type JsonObject, parseSchema, type Schema } from '../../../core/index.js';

/**
 * A schema with the names and types of the data, for use when the original is unknown. Nothing is required and there are no descriptions.
 * @throws InputError when no schema that the service accepts can describe the data.
 */
export function inferredSchema(data: JsonObject): Schema {
  try {
    return parseSchema(JSON.stringify(objectSchema([data])));
  } catch (cause) {
    throw new InputError('no schema was given, and none can be made of the data; name the one it was extracted with: --schema', { cause });
  }
}

/** Describes the objects of a list together, because a row may lack properties that another has. */
function objectSchema(objects: readonly JsonObject[]): JsonObject {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, describe(objects.map((object) => object[name] ?? null))])),
  };
}

function describe(values: readonly Json[]): JsonObject {
  const stated = values.filter((value) => value !== null);
  const lists = stated.filter((value) => Array.isArray(value));
  const objects = stated.filter(isObject);
  if (lists.length > 0) return { type: 'array', items: describe(lists.flat()) };
  if (objects.length > 0) return objectSchema(objects);
  if (stated.length > 0 && stated.every((value) => typeof value === 'number')) return { type: 'number' };
  if (stated.length > 0 && stated.every((value) => typeof value === 'boolean')) return { type: 'boolean' };
  const isDay = stated.length > 0 && stated.every((value) => /^\d{4}-\d{2}-\d{2}$/.test(String(value)));
  return { type: 'string', ...(isDay && { format: 'date' }) };
}
