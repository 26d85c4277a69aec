/** The type of what a schema describes, for the compiler alone: no schema has this member. */
export declare const described: unique symbol;
/** Marks a member that may be missing. JSON does not see it. */
export const optional: unique symbol = Symbol('may be missing');

/** A JSON Schema with the type of what it describes. */
export interface TypedSchema<Body = unknown> {
  readonly [described]?: Body;
  readonly [optional]?: true;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
}

export type Members = Readonly<Record<string, TypedSchema>>;

export interface ObjectSchema<Inner extends Members = Members> extends TypedSchema<ObjectOf<Inner>> {
  readonly type: 'object';
  readonly properties: Inner;
  readonly required?: readonly string[];
}

/** The type of what a schema describes. */
export type BodyOf<Described> = Described extends { readonly [described]?: infer Body } ? Exclude<Body, undefined> : never;

type ObjectOf<Inner extends Members> = {
  readonly [Name in keyof Inner as Inner[Name] extends Optional ? never : Name]: BodyOf<Inner[Name]>;
} & { readonly [Name in keyof Inner as Inner[Name] extends Optional ? Name : never]?: BodyOf<Inner[Name]> } extends infer Flat
  ? { readonly [Name in keyof Flat]: Flat[Name] }
  : never;

export interface Optional {
  readonly [optional]: true;
}

/**
 * Schemas for the routes and the published document, each as its keywords and nothing more. A library for them would also check and convert
 * values, which Ajv does, and takes a tenth of the server's start to load.
 */
export const Type = {
  /** Of whatever type the caller says. */
  Unsafe: <Body>(keywords: object) => keywords as TypedSchema<Body>,
  Unknown: (): TypedSchema => ({}),
  Null: () => ({ type: 'null' }) as TypedSchema<null> & { readonly type: 'null' },
  Boolean: (keywords: object = {}) => ({ ...keywords, type: 'boolean' }) as TypedSchema<boolean> & { readonly type: 'boolean' },
  Integer: (keywords: object = {}) => ({ ...keywords, type: 'integer' }) as TypedSchema<number> & { readonly type: 'integer' },
  Number: (keywords: object = {}) => ({ ...keywords, type: 'number' }) as TypedSchema<number> & { readonly type: 'number' },
  String: (keywords: object = {}) => ({ ...keywords, type: 'string' }) as TypedSchema<string> & { readonly type: 'string' },
  Array: <Item extends TypedSchema>(items: Item, keywords: object = {}) =>
    ({ ...keywords, type: 'array', items }) as TypedSchema<readonly BodyOf<Item>[]>,
  Optional: <Described extends TypedSchema>(schema: Described): Described & Optional => ({ ...schema, [optional]: true }),
  Object: <Inner extends Members>(properties: Inner, keywords: object = {}) => {
    const required = Object.entries(properties).flatMap(([name, schema]) => (schema[optional] ? [] : [name]));
    return { ...keywords, type: 'object', ...(required.length > 0 && { required }), properties } as ObjectSchema<Inner>;
  },
};
