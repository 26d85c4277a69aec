import { namedSchemas } from '../../wire/schemas.js';
import type { WireSchema } from './types.js';

const names = new Map<object, string>(Object.entries(namedSchemas).map(([name, schema]) => [schema, name]));

/** A schema in the document: a reference where the schema has a name. */
export const schemaOf = (schema: object): WireSchema => {
  const name = names.get(schema);
  return name ? { $ref: `#/components/schemas/${name}` } : inside(schema);
};

/** The named schemas, with references to each other. */
export const namedSchemasOf = (): Readonly<Record<string, WireSchema>> =>
  Object.fromEntries(Object.entries(namedSchemas).map(([name, schema]) => [name, inside(schema)]));

const inside = (schema: object): WireSchema => Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, referring(value)]));

function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring);
  return typeof value === 'object' && value !== null ? schemaOf(value) : value;
}
