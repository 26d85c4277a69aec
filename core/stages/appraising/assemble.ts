import type { ArrayNode, Json, JsonObject, LeafNode, ObjectNode, Schema, SchemaNode } from '../../contracts/schema.js';
import type { Grounded } from '../../evidence/grounded.js';
import { template } from '../../schema/path.js';
import { rowsOf } from '../settling/number-rows.js';

/** Puts values into the shape and order of the schema. A leaf that was not read is null, an array without rows is empty. */
export function assemble(schema: Schema, cells: readonly Grounded[]): JsonObject {
  const values = new Map(cells.map((cell) => [cell.path, cell.value]));
  const paths = [...values.keys()];
  return objectOf(schema.root, '$');

  function objectOf(node: ObjectNode, path: string): JsonObject {
    return record(node.properties.map(([name, property]) => [name, build(property, placed(property, node.path, path))]));
  }
  function build(node: SchemaNode, path: string): Json {
    if (node.kind === 'leaf') return values.get(path) ?? null;
    return node.kind === 'object' ? objectOf(node, path) : rowsAt(path, paths).map((row) => build(node.items, row));
  }
}

/** Every path of a result in order: its leaves, and the arrays that have no rows. */
export function placesIn(
  schema: Schema,
  cells: readonly Grounded[],
): readonly { readonly path: string; readonly node: LeafNode | ArrayNode }[] {
  const paths = cells.map((cell) => cell.path);
  return visit(schema.root, '$');

  function visit(node: SchemaNode, path: string): ReturnType<typeof placesIn> {
    if (node.kind === 'leaf') return [{ path, node }];
    if (node.kind === 'object') return node.properties.flatMap(([, property]) => visit(property, placed(property, node.path, path)));
    const rows = rowsAt(path, paths);
    return rows.length === 0 ? [{ path, node }] : rows.flatMap((row) => visit(node.items, row));
  }
}

const rowsAt = (array: string, paths: readonly string[]): readonly string[] =>
  rowsOf(
    `${template(array)}[]`,
    paths.filter((path) => path.startsWith(`${array}[`)),
  );

/** The concrete path of a property, with the row indexes of its parent. */
const placed = (property: SchemaNode, parent: string, path: string): string => path + property.path.slice(parent.length);

/** Properties are defined rather than assigned, because a field may be called `__proto__`. */
function record(entries: readonly (readonly [string, Json])[]): JsonObject {
  const object: JsonObject = {};
  for (const [name, value] of entries) Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  return object;
}
