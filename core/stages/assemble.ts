import type { Cell } from '../contracts/model.js';
import type { ArrayNode, Json, JsonObject, LeafNode, ObjectNode, Schema, SchemaNode } from '../contracts/schema.js';
import type { Grounded } from '../evidence/grounded.js';
import { maxRows } from '../schema/data.js';
import { concrete, indexesIn, template } from '../schema/path.js';

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

/** Cells by path. Rows are renumbered without gaps, in the reader's order and alike for all fields of an array. */
export function cellsByPath(cells: readonly Cell[]): ReadonlyMap<string, readonly Cell[]> {
  const renumbered = renumbering(cells);
  const byPath = new Map<string, Cell[]>();
  for (const cell of cells) {
    const path = renumbered(cell.path);
    if (path === undefined) continue;
    const same = byPath.get(path);
    if (same) same.push({ ...cell, path });
    else byPath.set(path, [{ ...cell, path }]);
  }
  return byPath;
}

/** The rows of an array that occur among the paths, in document order: (`$.a[]`, [`$.a[0].b`, `$.a[1].c`]) → [`$.a[0]`, `$.a[1]`]. */
export function rowsOf(array: string, paths: readonly string[]): readonly string[] {
  const depth = array.split('[]').length - 1;
  const rows = new Map<string, readonly number[]>();
  for (const path of paths) {
    if (!template(path).startsWith(array)) continue;
    const marks = indexesIn(path).slice(0, depth);
    const last = marks.at(-1);
    if (last)
      rows.set(
        last.row,
        marks.map((mark) => mark.index),
      );
  }
  return [...rows].sort(([, a], [, b]) => compare(a, b)).map(([row]) => row);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((index, level) => index !== b[level]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** At every level the n-th smallest index becomes n. A row beyond the bound, or without an index, gets no path. */
function renumbering(cells: readonly Cell[]): (path: string) => string | undefined {
  const found = new Map<string, Set<number>>();
  for (const { path } of cells) {
    for (const { array, index } of indexesIn(path)) {
      const indexes = found.get(array);
      if (indexes) indexes.add(index);
      else found.set(array, new Set([index]));
    }
  }
  const ranks = new Map(
    [...found].map(([level, indexes]) => [level, new Map([...indexes].sort((a, b) => a - b).map((index, rank) => [index, rank]))]),
  );
  return (path) => {
    const indexes = indexesIn(path).map(({ array, index }) => ranks.get(array)?.get(index) ?? 0);
    return path.includes('[]') || indexes.some((index) => index >= maxRows) ? undefined : concrete(template(path), indexes);
  };
}
