import { type Static, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox';

/** The type of what a schema describes. */
export type BodyOf<Schema extends TSchema> = Readonly<Static<Schema>>;

export const about = <Schema extends TSchema>(description: string, schema: Schema): Schema => ({ ...schema, description });
/** A member that may be missing. */
export const maybe = <Schema extends TSchema>(description: string, schema: Schema) => Type.Optional(about(description, schema));
export const text = Type.String({ minLength: 1 });
export const string = Type.String();
export const count = Type.Integer({ minimum: 0 });
export const score = Type.Number({ minimum: 0, maximum: 1 });
export const flag = Type.Boolean();
export const time = Type.String({ format: 'date-time' });
export const list = <Item extends TSchema>(items: Item, options: { readonly minItems?: number } = {}) =>
  Type.Unsafe<readonly Static<Item>[]>({ type: 'array', ...options, items });
export const oneOf = <const Words extends readonly string[]>(...words: Words) => Type.Unsafe<Words[number]>({ enum: words });
export const always = <const Value extends string | boolean>(value: Value) => Type.Unsafe<Value>({ const: value });

/** One of several schemas. Its type is given: a union of closed objects is no use to code that asks for a member of one of them. */
export const anyOfSchemas = <Value>(...anyOf: readonly TSchema[]): TUnsafe<Value> & { readonly anyOf: readonly TSchema[] } =>
  Object.assign(Type.Unsafe<Value>({}), { anyOf });

/** Null where it is unknown, or there is none. */
export const orNull = <Schema extends TSchema & { readonly type: string }>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, 'null'] });

/** An id as we make them: `job_` and 26 digits of Crockford's base 32. */
export const idOf = (kind: string) => Type.String({ pattern: `^${kind}_[0-9A-HJKMNP-TV-Z]{26}$` });

/** An object with exactly these members. */
export const closed = <Members extends TProperties>(members: Members) => Type.Object(members, { additionalProperties: false });

/** A page of a list: its entries under their name, and how the next one is asked for. */
export const nextPage = about('The `cursor` of the next page; null on the last', orNull(string));
