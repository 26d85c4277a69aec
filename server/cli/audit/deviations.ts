import { child, type Field, isObject, type Json, type JsonObject, type Schema, type SchemaNode } from '../../../core/index.js';

/** A value that is not what the schema asks for. `problem` completes a sentence about it. */
export interface Deviation {
  readonly path: string;
  readonly problem: string;
}

/** Every deviation of data from a schema: each property must exist, no other may, and each value is null or fits type, enum and range. */
export const deviations = (data: JsonObject, schema: Schema): readonly Deviation[] => visit(schema.root, data, '$');

function visit(node: SchemaNode, value: Json, path: string): readonly Deviation[] {
  if (node.kind === 'leaf') {
    const problem = value === null ? undefined : wrong(value, node.field);
    return problem === undefined ? [] : [{ path, problem }];
  }
  if (node.kind === 'array')
    return Array.isArray(value)
      ? value.flatMap((item, index) => visit(node.items, item, `${path}[${index}]`))
      : [{ path, problem: 'it is no list' }];
  if (!isObject(value)) return [{ path, problem: 'it is no object' }];
  const names = new Set(node.properties.map(([name]) => name));
  return [
    ...node.properties.flatMap(([name, property]) =>
      Object.hasOwn(value, name)
        ? visit(property, value[name] ?? null, child(path, name))
        : [{ path: child(path, name), problem: 'the schema has it, the result does not' }],
    ),
    ...Object.keys(value).flatMap((name) =>
      names.has(name) ? [] : [{ path: child(path, name), problem: 'the schema has no such field' }],
    ),
  ];
}

function wrong(value: Json, { type, enum: choices, range = {} }: Field): string | undefined {
  const fits = type === 'integer' ? Number.isInteger(value) : kindOf(value) === type;
  if (!fits) return `it is no ${type}`;
  if (choices && !choices.includes(value)) return 'it is none of the values that the schema allows';
  if (typeof value !== 'number') return undefined;
  const { minimum = -Infinity, exclusiveMinimum = -Infinity, maximum = Infinity, exclusiveMaximum = Infinity } = range;
  return value < minimum || value <= exclusiveMinimum || value > maximum || value >= exclusiveMaximum
    ? 'it is out of the range of the schema'
    : undefined;
}

const kindOf = (value: Json): string => typeof value;
