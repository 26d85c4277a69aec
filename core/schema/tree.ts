import type { Field, JsonObject, LeafNode, ObjectNode, Schema, SchemaNode } from '../contracts/schema.js';
import { child } from './path.js';

/**
 * The schema that has just these fields, in their order, as data have them: an operand of a check, which has a root of its own (`$shadow.total`), stands among
 * the others (`$.total`), unless there is one.
 */
export function schemaOf(fields: readonly Field[]): Schema {
  const rooted = [...Map.groupBy(fields, ({ path }) => inData(path))].flatMap(([path, [first]]) => (first ? [{ ...first, path }] : []));
  return { root: objectOf(rooted, '$', 0), fields: rooted, mistakes: [] };
}

/** The root of a path: '$', or that of the operands of checks. */
export const rootOf = (path: string): string => /^\$\w*/.exec(path)?.[0] ?? '$';

/** The path of a field in data. */
export const inData = (path: string): string => `$${path.slice(rootOf(path).length)}`;

/** The fields below a path, which are named from this depth on. */
function objectOf(fields: readonly Field[], path: string, depth: number): ObjectNode {
  const named = Map.groupBy(fields, ({ names }) => names[depth] ?? '');
  const properties = [...named].map(([name, own]) => [name, nodeOf(own, child(path, name), depth + 1)] as const);
  return { kind: 'object', path, required: false, listsRequired: false, properties };
}

function nodeOf(fields: readonly Field[], path: string, depth: number): SchemaNode {
  const rows = `${path}[]`;
  const isLeaf = fields.some((field) => field.path === path);
  if (isLeaf || !fields.some((field) => field.path.startsWith(rows))) return partOf(fields, path, depth);
  return { kind: 'array', path, required: false, items: partOf(fields, rows, depth) };
}

function partOf(fields: readonly Field[], path: string, depth: number): LeafNode | ObjectNode {
  const field = fields.find((own) => own.path === path);
  return field ? { kind: 'leaf', path, required: field.required, field } : objectOf(fields, path, depth);
}

/** A tree as JSON Schema, for extractors that take one. Every value may be null. */
export function definitionOf(node: SchemaNode): JsonObject {
  if (node.kind === 'array') return { type: 'array', items: definitionOf(node.items) };
  if (node.kind === 'leaf') return definitionOfLeaf(node);
  return { type: 'object', properties: Object.fromEntries(node.properties.map(([name, part]) => [name, definitionOf(part)])) };
}

const definitionOfLeaf = ({ field: { type, description, format, enum: choices } }: LeafNode): JsonObject => ({
  type: [type, 'null'],
  ...(description !== '' && { description }),
  ...(format !== undefined && { format }),
  ...(choices && { enum: choices }),
});
