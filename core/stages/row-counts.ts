import type { Json, SchemaNode } from '../contracts/schema.js';
import { child } from '../schema/path.js';
import { isList, isObject } from '../values/json.js';

/** What a person should know of arrays with fewer or more rows than the schema allows. They are returned as they are printed. */
export function notesOnRowCounts(node: SchemaNode, value: Json | undefined, path = '$'): readonly string[] {
  if (node.kind === 'object')
    return isObject(value) ? node.properties.flatMap(([name, property]) => notesOnRowCounts(property, value[name], child(path, name))) : [];
  if (node.kind === 'leaf' || !isList(value)) return [];
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = node.bounds ?? {};
  const rows = value.length;
  return [
    ...(rows < minItems ? [`${path}: it has ${counted(rows)}, fewer than the schema's minItems of ${minItems}`] : []),
    ...(rows > maxItems ? [`${path}: it has ${counted(rows)}, more than the schema's maxItems of ${maxItems}`] : []),
    ...value.flatMap((row, index) => notesOnRowCounts(node.items, row, `${path}[${index}]`)),
  ];
}

const counted = (rows: number): string => (rows === 1 ? '1 entry' : `${rows} entries`);
