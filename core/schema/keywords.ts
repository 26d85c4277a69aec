import { InputError } from '../contracts/errors.js';
import type { FieldNote, Json, NumberRange } from '../contracts/schema.js';
import { nearest } from '../values/nearest.js';

/** One JSON Schema object as the caller wrote it. Untrusted. */
export type SchemaDefinition = Readonly<Record<string, unknown>>;

export const isDefinition = (value: unknown): value is SchemaDefinition =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords that give a field more than one type or meaning. Ignoring one would be a silent error. */
const refused = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'patternProperties', 'propertyNames', 'prefixItems', 'contains', 'dependentSchemas',
  'dependentRequired', 'dependencies', 'unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef']; // biome-ignore format: a list

/** @throws InputError naming the path and the keyword. Run it after references and nullable forms are resolved. */
export function refuseKeywords(definition: SchemaDefinition, path: string): void {
  const keyword = refused.find((name) => definition[name] !== undefined && definition[name] !== false);
  if (keyword)
    throw invalid(`${path} uses "${keyword}", which is not supported; give the field one type, and list alternatives with "enum"`);
}

const types = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;
type SchemaType = (typeof types)[number];

/** The one type of a definition: stated, with or without "null" beside it, or inferred from what else it says. */
export function typeOf(definition: SchemaDefinition, path: string): SchemaType {
  const listed = [definition['type'] ?? []].flat();
  const stated = listed.filter((type) => type !== 'null');
  if (stated.length > 1) throw invalid(`${path} has several types; give it one, with or without "null"`);
  const type = stated[0] ?? listed[0] ?? inferred(definition);
  const known = types.find((candidate) => candidate === type);
  if (!known) throw invalid(`${path} has an unsupported type; allowed are ${types.join(', ')}`);
  return known;
}

function inferred(definition: SchemaDefinition): SchemaType {
  if (definition['properties'] !== undefined) return 'object';
  if (definition['items'] !== undefined) return 'array';
  const choices = literals(definition);
  if (choices?.length && choices.every((choice) => typeof choice === 'number')) return 'number';
  if (choices?.length && choices.every((choice) => typeof choice === 'boolean')) return 'boolean';
  return 'string';
}

/** The allowed literals without null, because null means that the document does not state the value. */
export function enumOf(definition: SchemaDefinition, path: string): readonly Json[] | undefined {
  const choices = literals(definition);
  if (!choices) return undefined;
  if (choices.length === 0 || choices.some((choice) => typeof choice === 'object')) {
    throw invalid(`"enum" of ${path} must list strings, numbers or booleans`);
  }
  return choices;
}

function literals(definition: SchemaDefinition): readonly Json[] | undefined {
  const listed = definition['const'] !== undefined ? [definition['const']] : definition['enum'];
  return Array.isArray(listed) ? listed.filter((choice) => choice !== null) : undefined;
}

const described = { format: 'format', pattern: 'matches', minimum: 'at least', maximum: 'at most', exclusiveMinimum: 'more than', exclusiveMaximum: 'less than',
  minLength: 'at least this many characters:', maxLength: 'at most this many characters:', multipleOf: 'a multiple of', default: 'usually', examples: 'for example' } as const; // biome-ignore format: a table

/** Constraints as words for a reader. */
export const hintsOf = (definition: SchemaDefinition): readonly string[] =>
  Object.entries(described).flatMap(([keyword, words]) => {
    const value = definition[keyword];
    return value === undefined || value === null
      ? []
      : [`${words} ${typeof value === 'string' ? value : JSON.stringify(value)}`.slice(0, 200)];
  });

/** The number's bounds that the caller gave; undefined if there are none. */
export function rangeOf(definition: SchemaDefinition): NumberRange | undefined {
  const given = (['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'] as const).flatMap((name) => {
    const bound = definition[name];
    return typeof bound === 'number' ? [[name, bound] as const] : [];
  });
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** Keywords that change what is read. */
const meaningful = ['type', 'properties', 'items', 'required', 'enum', 'const', 'title', ...Object.keys(described), 'description'];

/** Keywords without an effect here that are close to one with an effect: JSON Schema, its drafts, and OpenAPI. */
const annotations = new Set(['$id', '$schema', '$ref', '$defs', '$comment', '$anchor', 'id', 'example', 'definitions', 'nullable', 'minItems', 'maxItems', 'uniqueItems',
  'minProperties', 'maxProperties', 'additionalProperties', 'additionalItems', 'readOnly', 'writeOnly', 'deprecated', 'discriminator', 'xml',
  'contentEncoding', 'contentMediaType', 'minContains', 'maxContains']); // biome-ignore format: a list

/**
 * Keywords that mean nothing but are close to one that does: `requried`. JSON Schema ignores what it does not know, so they are no errors; but a
 * field would silently not be required.
 */
export const mistakesIn = (definition: SchemaDefinition, path: string): readonly FieldNote[] =>
  Object.keys(definition).flatMap((keyword) => {
    if (meaningful.includes(keyword) || annotations.has(keyword) || refused.includes(keyword)) return [];
    const meant = nearest(keyword, meaningful);
    return meant === undefined
      ? []
      : [{ path, text: `the schema has "${keyword.slice(0, 40)}" here, which means nothing; "${meant}" was probably meant` }];
  });

/** The error for an unusable schema: a 400 whose text begins as the specification asks. */
export const invalid = (reason: string, options?: ErrorOptions): InputError => new InputError(`Invalid JSON schema: ${reason}`, options);
