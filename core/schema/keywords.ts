import { InputError } from '../contracts/errors.js';
import type { FieldNote, Json, RowBounds, ValueBounds } from '../contracts/schema.js';
import { nearest } from '../values/nearest.js';

/** One JSON Schema object as the caller wrote it. Untrusted. */
export type SchemaDefinition = Readonly<Record<string, unknown>>;

export const isDefinition = (value: unknown): value is SchemaDefinition =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords that give a field more than one type or meaning, with what would help. Ignoring one would be a silent error. */
const refused: ReadonlyMap<string, string> = new Map([
  ['allOf', 'write its parts as one schema'],
  ['anyOf', 'give the field one type, and list alternatives with "enum"'],
  ['oneOf', 'give the field one type, and list alternatives with "enum"'],
  ['not', 'say in the "description" what is not meant'],
  ...['if', 'then', 'else', 'dependentSchemas', 'dependentRequired', 'dependencies'].map(
    (name) =>
      [name, 'ask for the fields of each case, and say in their descriptions when they apply: what is not printed is null'] as const,
  ),
  ['patternProperties', 'name each field in "properties", or ask for an array of objects with a name and a value'],
  ['propertyNames', 'leave it out: the names are those in "properties"'],
  ['prefixItems', 'give all entries one schema in "items", or ask for an object with a field for each'],
  ['contains', 'leave it out: "items" is the schema of each entry'],
  ...['unevaluatedProperties', 'unevaluatedItems'].map(
    (name) => [name, 'leave it out: nothing is returned that the schema does not name'] as const,
  ),
  ...['$dynamicRef', '$recursiveRef'].map((name) => [name, 'point with "$ref" at a definition in "$defs"'] as const),
]);

/** @throws InputError naming the path and the keyword. Run it after references and nullable forms are resolved. */
export function refuseKeywords(definition: SchemaDefinition, path: string): void {
  for (const [keyword, help] of refused)
    if (definition[keyword] !== undefined && definition[keyword] !== false)
      throw invalid(`${path} uses "${keyword}", which is not supported; ${help}`);
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

/** Whether a value may be null, in whatever way a definition says so. */
export const allowsNull = (definition: SchemaDefinition): boolean =>
  definition['nullable'] === true ||
  [definition['type'], definition['enum']].some((listed) => Array.isArray(listed) && listed.some((one) => one === 'null' || one === null));

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

const isNumber = (value: number): boolean => Number.isFinite(value);
const isAboveZero = (value: number): boolean => Number.isFinite(value) && value > 0;
const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** What each bound can be, in a test and in words. */
const valueBounds = {
  minimum: isNumber,
  exclusiveMinimum: isNumber,
  maximum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: isAboveZero,
  minLength: isCount,
  maxLength: isCount,
} satisfies Record<keyof ValueBounds, (value: number) => boolean>;
const rowBounds = { minItems: isCount, maxItems: isCount } satisfies Record<keyof RowBounds, (value: number) => boolean>;
const boundNames: ReadonlyMap<(value: number) => boolean, string> = new Map([
  [isNumber, 'a number'],
  [isAboveZero, 'a number above 0'],
  [isCount, 'a whole number from 0'],
]);

/** The bounds that the caller gave for a value; undefined if there are none. */
export const boundsOf = (definition: SchemaDefinition): ValueBounds | undefined => usable(definition, valueBounds);

/** The same for the rows of an array. */
export const rowBoundsOf = (definition: SchemaDefinition): RowBounds | undefined => usable(definition, rowBounds);

function usable<Name extends string>(
  definition: SchemaDefinition,
  bounds: Readonly<Record<Name, (value: number) => boolean>>,
): Readonly<Partial<Record<Name, number>>> | undefined {
  const given = Object.entries<(value: number) => boolean>(bounds).flatMap(([name, holds]) => {
    const bound = definition[name];
    return typeof bound === 'number' && holds(bound) ? [[name, bound] as const] : [];
  });
  return given.length > 0 ? (Object.fromEntries(given) as Partial<Record<Name, number>>) : undefined;
}

/** Keywords that change what is read. */
const meaningful = ['type', 'properties', 'items', 'required', 'enum', 'const', 'title', ...Object.keys(described), 'description'];

/** Keywords without an effect here that are close to one with an effect: JSON Schema, its drafts, and OpenAPI. */
const annotations = new Set(['$id', '$schema', '$ref', '$defs', '$comment', '$anchor', 'id', 'example', 'definitions', 'nullable', 'minItems', 'maxItems', 'uniqueItems',
  'minProperties', 'maxProperties', 'additionalProperties', 'additionalItems', 'readOnly', 'writeOnly', 'deprecated', 'discriminator', 'xml',
  'contentEncoding', 'contentMediaType', 'minContains', 'maxContains']); // biome-ignore format: a list

/**
 * What most likely means something else than was meant. JSON Schema ignores what it does not know, so it is no error; but a field would silently not
 * be required, or a bound not be tried.
 */
export const mistakesIn = (definition: SchemaDefinition, path: string): readonly FieldNote[] =>
  [...misspelt(definition), ...unusable(definition), ...contradicting(definition), ...unheeded(definition)].map((text) => ({ path, text }));

/** Keywords that mean nothing but are close to one that does: `requried`. */
const misspelt = (definition: SchemaDefinition): readonly string[] =>
  Object.keys(definition).flatMap((keyword) => {
    if (meaningful.includes(keyword) || annotations.has(keyword) || refused.has(keyword)) return [];
    const meant = nearest(keyword, meaningful);
    return meant === undefined ? [] : [`the schema has "${keyword.slice(0, 40)}" here, which means nothing; "${meant}" was probably meant`];
  });

/** Bounds and patterns that are none. */
function unusable(definition: SchemaDefinition): readonly string[] {
  const { pattern } = definition;
  const wrong = Object.entries({ ...valueBounds, ...rowBounds }).flatMap(([name, holds]) => {
    const bound = definition[name];
    return bound === undefined || bound === null || (typeof bound === 'number' && holds(bound))
      ? []
      : [`the schema's "${name}" here is not tried, because it is not ${boundNames.get(holds)}`];
  });
  return typeof pattern === 'string' && !isPattern(pattern)
    ? [...wrong, 'the schema\'s "pattern" here is no regular expression as JSON Schema has them']
    : wrong;
}

function isPattern(pattern: string): boolean {
  try {
    RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

/** Bounds that no value keeps to. */
function contradicting(definition: SchemaDefinition): readonly string[] {
  const given: ValueBounds & RowBounds = { ...boundsOf(definition), ...rowBoundsOf(definition) };
  return ranges.flatMap(([least, most, isOpen]) => {
    const [from, to] = [given[least], given[most]];
    return from === undefined || to === undefined || from < to || (from === to && !isOpen)
      ? []
      : [`no value keeps to both "${least}": ${from} and "${most}": ${to} of the schema`];
  });
}
const ranges = [
  ['minimum', 'maximum', false],
  ['minimum', 'exclusiveMaximum', true],
  ['exclusiveMinimum', 'maximum', true],
  ['exclusiveMinimum', 'exclusiveMaximum', true],
  ['minLength', 'maxLength', false],
  ['minItems', 'maxItems', false],
] as const;

/** Draft 4 and OpenAPI's older parameters say of a field itself that it is required. */
const unheeded = (definition: SchemaDefinition): readonly string[] =>
  definition['required'] === true ? ['"required": true means nothing here; list the name in "required" of the object around it'] : [];

/** The error for an unusable schema: a 400 whose text begins as the specification asks. */
export const invalid = (reason: string, options?: ErrorOptions): InputError => new InputError(`Invalid JSON schema: ${reason}`, options);
