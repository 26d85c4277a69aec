import type { ArrayNode, Field, FieldNote, LeafNode, LeafType, ObjectNode, Schema, SchemaNode } from '../contracts/schema.js';
import { withoutEcho } from '../values/json.js';
import { memoizeRecent } from '../values/memoize.js';
import { withoutByteOrderMark } from '../values/utf8.js';
import { doubledKeys } from './doubled-keys.js';
import {
  allowsNull,
  boundsOf,
  enumOf,
  hintsOf,
  invalid,
  isDefinition,
  mistakesIn,
  refuseKeywords,
  rowBoundsOf,
  type SchemaDefinition,
  typeOf,
} from './keywords.js';
import { child } from './path.js';

/** The largest schema that a caller may send. Published in the guide. */
export const schemaLimits = { bytes: 65_536, depth: 10, fields: 500, nameLength: 128, nodes: 2_000 } as const;

/** Most callers send one schema with all their documents, and what readers derive from its fields is memoized with it. */
const maxKeptSchemas = 16;

/**
 * Reads the caller's `output_schema`.
 * @throws InputError whose message begins with `Invalid JSON schema:` and names the JSON path and what is allowed.
 */
export const parseSchema = memoizeRecent(maxKeptSchemas, (given): Schema => {
  const text = withoutByteOrderMark(given);
  if (new TextEncoder().encode(text).length > schemaLimits.bytes) throw invalid(`it is larger than ${schemaLimits.bytes} bytes`);
  const document = parseJson(text);
  if (!isDefinition(document)) throw invalid('the root must be an object such as {"type": "object", "properties": {...}}');
  const root = resolve(document, document, '$');
  refuseKeywords(root, '$');
  if (root['type'] !== 'object') throw invalid('the root needs "type": "object"');
  const fields: Field[] = [];
  const mistakes = [...doubledIn(text), ...mistakesIn(root, '$')];
  const walker = new SchemaWalker(document, { fields, mistakes });
  const node = walker.object(root, { path: '$', names: [], required: true, expected: true, depth: 1, beside: [], about: [] });
  return { root: node, fields, mistakes };
});

interface SchemaPosition {
  readonly path: string;
  readonly names: readonly string[];
  readonly required: boolean;
  readonly expected: boolean;
  readonly depth: number;
  /** The names of the properties of the object around it. */
  readonly beside: readonly string[];
  /** The caller's descriptions of the objects and arrays around it. */
  readonly about: readonly string[];
}

/** Walks one schema and counts its nodes, so that neither nesting nor references can make the walk long. */
class SchemaWalker {
  #nodes = 0;
  readonly #tables: string[] = [];

  constructor(
    private readonly document: SchemaDefinition,
    private readonly found: { readonly fields: Field[]; readonly mistakes: FieldNote[] },
  ) {}

  object(definition: SchemaDefinition, place: SchemaPosition): ObjectNode {
    const properties = definition['properties'];
    if (!isDefinition(properties) || Object.keys(properties).length === 0) {
      throw invalid(`${place.path} is an object and needs "properties" with at least one field`);
    }
    const beside = Object.keys(properties);
    const required = requiredNames(definition, new Set(beside), place.path);
    return {
      kind: 'object',
      path: place.path,
      required: place.required,
      listsRequired: required !== undefined,
      properties: Object.entries(properties).map(([name, property]) => {
        refuseName(name, place.path);
        const path = child(place.path, name);
        const isListed = required?.has(name) ?? false;
        return [
          name,
          this.node(property, {
            ...place,
            path,
            names: [...place.names, name],
            beside,
            required: place.required && isListed,
            expected: place.expected && isListed,
          }),
        ];
      }),
    };
  }

  private node(given: unknown, place: SchemaPosition): SchemaNode {
    if (!isDefinition(given)) throw invalid(`${place.path} must be defined by an object such as {"type": "string"}`);
    if (place.depth >= schemaLimits.depth) throw invalid(`${place.path} is nested deeper than ${schemaLimits.depth} levels`);
    this.#nodes += 1;
    if (this.#nodes > schemaLimits.nodes) throw invalid(`it has more than ${schemaLimits.nodes} parts`);
    const definition = resolve(given, this.document, place.path);
    refuseKeywords(definition, place.path);
    this.found.mistakes.push(...mistakesIn(definition, place.path));
    const expected = place.expected && !allowsNull(definition);
    const inner = { ...place, expected, depth: place.depth + 1 };
    const type = typeOf(definition, place.path);
    if (type === 'object') return this.object(definition, inside(inner, definition));
    if (type === 'array') return this.array(definition, inside(inner, definition));
    return this.leaf(definition, type, { ...place, expected });
  }

  private array(definition: SchemaDefinition, place: SchemaPosition): ArrayNode {
    if (!isDefinition(definition['items'])) throw invalid(`${place.path} is an array and needs "items" with one schema`);
    const items = this.node(definition['items'], { ...place, expected: true, path: `${place.path}[]` });
    if (items.kind === 'object') this.#tables.push(place.names.at(-1) ?? '');
    if (items.kind === 'array') throw invalid(`${place.path} is an array of arrays; its "items" may be an object or a plain value`);
    const bounds = rowBoundsOf(definition);
    return { kind: 'array', path: place.path, required: place.required, items, ...(bounds && { bounds }) };
  }

  private leaf(definition: SchemaDefinition, type: LeafType, place: SchemaPosition): LeafNode {
    if (this.found.fields.length >= schemaLimits.fields) throw invalid(`it has more than ${schemaLimits.fields} fields`);
    const choices = enumOf(definition, place.path);
    const bounds = boundsOf(definition);
    const field: Field = {
      path: place.path,
      names: place.names,
      type,
      description: text(definition['description']) || text(definition['title']),
      ...(typeof definition['format'] === 'string' && { format: definition['format'] }),
      ...(choices && { enum: choices }),
      ...(typeof definition['pattern'] === 'string' && type === 'string' && { pattern: definition['pattern'] }),
      ...(bounds && { bounds }),
      hints: [...hintsOf(definition), ...place.about],
      required: place.required,
      ...(place.expected && { expected: true }),
      beside: place.beside,
      tables: this.#tables,
      shadow: false,
    };
    this.found.fields.push(field);
    return { kind: 'leaf', path: place.path, required: place.required, field };
  }
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (cause) {
    throw invalid(withoutEcho(cause), { cause });
  }
}

const doubledIn = (source: string): readonly FieldNote[] =>
  doubledKeys(source).map(({ key, place }) => ({
    path: '$',
    text: `the schema has ${quoted(key)} twice in ${place}, of which only the last counts`,
  }));

function requiredNames(definition: SchemaDefinition, names: ReadonlySet<string>, path: string): ReadonlySet<string> | undefined {
  const required = definition['required'];
  if (required === undefined) return undefined;
  if (!Array.isArray(required) || !required.every((name) => typeof name === 'string')) {
    throw invalid(`"required" of ${path} must be an array of field names`);
  }
  const stranger = required.find((name) => !names.has(name));
  if (stranger !== undefined) throw invalid(`"required" of ${path} names ${quoted(stranger)}, which is not in its "properties"`);
  return new Set(required);
}

function refuseName(name: string, path: string): void {
  if (name === '_meta') throw invalid(`${child(path, name)} must not be defined; the service adds "_meta" itself`);
  if (name.length > schemaLimits.nameLength) throw invalid(`a field name in ${path} is longer than ${schemaLimits.nameLength} characters`);
}

function inside(place: SchemaPosition, definition: SchemaDefinition): SchemaPosition {
  const description = text(definition['description']);
  return description ? { ...place, about: [...place.about, `within ${place.names.at(-1) ?? 'the document'}: ${description}`] } : place;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const quoted = (name: string): string => JSON.stringify(name.slice(0, schemaLimits.nameLength));

/**
 * Follows local `$ref`s and unwraps nullable forms (`anyOf` or `oneOf` of one schema and null, `allOf` of one). Keywords beside a reference,
 * such as a description, override those of its target. Nothing is ever loaded.
 * @throws InputError for an external, unknown or circular reference.
 */
function resolve(definition: SchemaDefinition, document: SchemaDefinition, path: string): SchemaDefinition {
  let current = definition;
  for (let steps = 0; steps < 32; steps += 1) {
    const next = current['$ref'] !== undefined ? referenced(current, document, path) : unwrapped(current);
    if (next === current) return current;
    current = next;
  }
  throw invalid(`the "$ref" of ${path} leads in a circle`);
}

function referenced(definition: SchemaDefinition, document: SchemaDefinition, path: string): SchemaDefinition {
  const { $ref: reference, ...beside } = definition;
  if (typeof reference !== 'string' || !reference.startsWith('#')) {
    throw invalid(`the "$ref" of ${path} must point inside the schema, such as "#/$defs/Line"; nothing is loaded from elsewhere`);
  }
  const steps = reference.slice(1).split('/').slice(1).map(unescaped);
  const target = steps.reduce<unknown>(
    (node, step) => (isDefinition(node) && Object.hasOwn(node, step) ? node[step] : undefined),
    document,
  );
  if (!isDefinition(target)) throw invalid(`the "$ref" of ${path} points at nothing in the schema`);
  return { ...target, ...beside };
}

function unwrapped(definition: SchemaDefinition): SchemaDefinition {
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const choices = definition[keyword];
    if (!Array.isArray(choices)) continue;
    const meant = choices.filter((choice) => !(isDefinition(choice) && choice['type'] === 'null'));
    const [only] = meant;
    if (meant.length !== 1 || !isDefinition(only)) return definition;
    const { [keyword]: _, ...beside } = definition;
    return { ...only, ...(meant.length < choices.length && { nullable: true }), ...beside };
  }
  return definition;
}

/** JSON Pointer in a URI fragment (RFC 6901 §6). */
function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}
