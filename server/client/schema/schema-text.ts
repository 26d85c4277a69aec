import { UsageError } from '../errors.js';
import type { AnySchema, StandardSchema } from './types.js';

/** The schema of a form: its text, or `auto` in place of it. */
export type SchemaFields = Readonly<Partial<Record<'output_schema' | 'schema', string>>>;

/** @throws UsageError where the schema cannot be expressed as JSON Schema */
export const schemaFields = (schema: AnySchema): SchemaFields => (schema === 'auto' ? { schema } : { output_schema: schemaText(schema) });

function schemaText(schema: Exclude<AnySchema, 'auto'>): string {
  // What a library converts to may be a Standard Schema again, as that of zod is.
  if (isStandard(schema)) return JSON.stringify(converted(schema));
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) throw new UsageError(unusable);
  if ('~standard' in schema) throw new UsageError(withoutJsonSchema(schema));
  return JSON.stringify(schema);
}

/** ArkType's schemas are functions. */
const isStandard = (schema: Exclude<AnySchema, 'auto'>): schema is StandardSchema =>
  ((typeof schema === 'object' && schema !== null) || typeof schema === 'function') &&
  typeof (schema as Partial<StandardSchema>)['~standard']?.jsonSchema?.input === 'function';

/** What is extracted is JSON as the schema would take it in, before it transforms anything. */
function converted({ '~standard': standard }: StandardSchema): Record<string, unknown> {
  try {
    return standard.jsonSchema.input({ target: 'draft-2020-12' });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`The ${standard.vendor} schema has a part that JSON Schema cannot express: ${reason}`, { cause });
  }
}

const unusable =
  'The schema must be a JSON Schema as an object, such as { type: "object", properties: {…} }, one of zod, ArkType or Valibot, or "auto"';

function withoutJsonSchema(schema: object): string {
  const { vendor } = (schema as { readonly '~standard': { readonly vendor?: string } })['~standard'];
  if (vendor === 'valibot') return 'A Valibot schema becomes usable with toStandardJsonSchema(schema) of @valibot/to-json-schema';
  return `This version of ${vendor ?? 'the library'} cannot turn its schemas into JSON Schema (~standard.jsonSchema): zod can from 4.2 on, ArkType from 2.1.28 on`;
}
