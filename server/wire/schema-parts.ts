import { type BodyOf, type Members, Type, type TypedSchema } from './typed-schema.js';

export type { BodyOf } from './typed-schema.js';

export const about = <Described extends TypedSchema>(description: string, schema: Described): Described => ({ ...schema, description });
/** A member that may be missing. */
export const maybe = <Described extends TypedSchema>(description: string, schema: Described) => Type.Optional(about(description, schema));
export const text = Type.String({ minLength: 1 });
export const string = Type.String();
export const count = Type.Integer({ minimum: 0 });
export const score = Type.Number({ minimum: 0, maximum: 1 });
export const flag = Type.Boolean();
export const time = Type.String({ format: 'date-time' });
export const list = <Item extends TypedSchema>(items: Item, options: { readonly minItems?: number } = {}) => Type.Array(items, options);
export const oneOf = <const Words extends readonly string[]>(...words: Words) => Type.Unsafe<Words[number]>({ enum: words });
export const always = <const Value extends string | boolean>(value: Value) => Type.Unsafe<Value>({ const: value });

/** One of several closed objects. Its type has the members of all of them: code asks for one before it knows which object it has. */
export const anyOfSchemas = <const Schemas extends readonly TypedSchema[]>(...anyOf: Schemas) =>
  Object.assign(Type.Unsafe<AnyOf<{ readonly [Index in keyof Schemas]: BodyOf<Schemas[Index]> }[number]>>({}), { anyOf });

type AnyOf<Body> = { readonly [Name in NameIn<Body> as InEach<Body, Name, Name, never>]: MemberOf<Body, Name> } & {
  readonly [Name in NameIn<Body> as InEach<Body, Name, never, Name>]?: Exclude<MemberOf<Body, Name>, undefined>;
} extends infer Flat
  ? { readonly [Name in keyof Flat]: Flat[Name] }
  : never;
type NameIn<Body> = Body extends unknown ? keyof Body : never;
type InEach<Body, Name extends PropertyKey, Yes, No> = [Body] extends [Readonly<Record<Name, unknown>>] ? Yes : No;
type MemberOf<Body, Name extends PropertyKey> = Body extends { readonly [_ in Name]?: infer Member } ? Member : never;

/** Null where it is unknown, or there is none. */
export const orNull = <Described extends TypedSchema & { readonly type: string }>(schema: Described) =>
  Type.Unsafe<BodyOf<Described> | null>({ ...schema, type: [schema.type, 'null'] });

/** An id as we make them: `job_` and 26 digits of Crockford's base 32. */
export const idOf = (kind: string) => Type.String({ pattern: `^${kind}_[0-9A-HJKMNP-TV-Z]{26}$` });

/** An object with exactly these members. */
export const closed = <Inner extends Members>(members: Inner) => Type.Object(members, { additionalProperties: false });

/** A page of a list: its entries under their name, and how the next one is asked for. */
export const nextPage = about('The `cursor` of the next page; null on the last', orNull(string));
