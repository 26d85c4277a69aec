import { expect } from 'vitest';
import type { ExtractionBody } from '../../server/index.js';

/** The part of JSON Schema that the specification accepts (section 2.2). */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}
export type FieldSchema =
  | { readonly type: 'string' | 'number' | 'integer' | 'boolean'; readonly description?: string; readonly format?: string }
  | { readonly type: 'array'; readonly items: FieldSchema; readonly description?: string }
  | ObjectSchema;

interface AskedFields {
  readonly schema?: ObjectSchema | string | null;
  readonly threshold?: number | string;
}

/**
 * Asserts what is true of every answer: the data has the caller's fields in the caller's order, each of its type or null; every leaf has
 * exactly one entry, in the same order; an accepted value has a page and a quote, and any other has an issue that names its path.
 */
export function expectFollowsSchema({ object, metadata, error }: ExtractionBody, { schema, threshold = 0.85 }: AskedFields): void {
  if (object === null) {
    expect(error?.message).not.toBe('');
    return;
  }
  const { _meta, ...data } = object as Readonly<Record<string, unknown>> & { readonly _meta: AnswerMeta };
  const wanted: ObjectSchema = typeof schema === 'string' ? JSON.parse(schema) : schema;
  const found = leaves(data, wanted, '$');
  expect(_meta.field_confidence.map((entry) => entry.field)).toEqual(found.map((leaf) => leaf.path));
  found.forEach(({ path, value }, index) => {
    const { score = 0, page, text } = _meta.field_confidence[index] ?? {};
    const accepted = score >= (threshold === '' ? 0.85 : Number(threshold));
    expect(accepted || _meta.issues.some((issue) => issue.startsWith(`${path}: `)), `an issue for ${path}`).toBe(true);
    expect(!accepted || isNothing(value) || score < 0.85 || (page !== undefined && text !== undefined), `evidence for ${path}`).toBe(true);
  });
  expect(metadata.credits).toBeGreaterThan(0);
  expect(metadata.confidence_score).toBe(metadata.fallback_triggered ? _meta.confidence_score : undefined);
}

interface AnswerMeta {
  readonly confidence_score: number;
  readonly field_confidence: readonly { readonly field: string; readonly score: number; readonly page?: number; readonly text?: string }[];
  readonly issues: readonly string[];
}
interface AnswerLeaf {
  readonly path: string;
  readonly value: unknown;
}

const isNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** Every leaf of the data in order, where an empty array is a leaf as well. Asserts the shape of the data on the way. */
function leaves(value: unknown, schema: FieldSchema, path: string): readonly AnswerLeaf[] {
  if (schema.type === 'object') {
    expect(Object.keys(value as object), path).toEqual(Object.keys(schema.properties));
    return Object.entries(schema.properties).flatMap(([name, inner]) =>
      leaves(Reflect.get(value as object, name), inner, `${path}.${name}`),
    );
  }
  if (schema.type === 'array') {
    expect(Array.isArray(value), path).toBe(true);
    const rows = value as readonly unknown[];
    return rows.length === 0 ? [{ path, value }] : rows.flatMap((row, index) => leaves(row, schema.items, `${path}[${index}]`));
  }
  const type = schema.type === 'integer' ? 'number' : schema.type;
  expect(value === null || typeof value === type, `${path} is ${JSON.stringify(value)}`).toBe(true);
  expect(schema.type !== 'integer' || value === null || Number.isInteger(value), path).toBe(true);
  return [{ path, value }];
}
