/** A JSON Schema that documents a part of an answer. */
export type WireSchema = Readonly<Record<string, unknown>>;

export const about = (description: string, schema: WireSchema): WireSchema => ({ ...schema, description });
export const text: WireSchema = { type: 'string', minLength: 1 };
export const count: WireSchema = { type: 'integer', minimum: 0 };
export const score: WireSchema = { type: 'number', minimum: 0, maximum: 1 };
export const flag: WireSchema = { type: 'boolean' };
export const numberOrNull: WireSchema = { type: ['number', 'null'] };
export const time: WireSchema = { type: 'string', format: 'date-time' };

/** An object with exactly these keys, of which the `optional` ones may be missing. */
export const closed = (properties: Readonly<Record<string, WireSchema>>, optional: readonly string[] = []): WireSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
export const timeOrNull: WireSchema = { type: ['string', 'null'], format: 'date-time' };
