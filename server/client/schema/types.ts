/** A JSON value as it is answered. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** A schema of zod (4.2 or newer), ArkType, Valibot through `@valibot/to-json-schema`, or anything else that speaks Standard JSON Schema. */
export interface StandardSchema<Input = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: unknown } | undefined;
    readonly jsonSchema: { input(options: { readonly target: 'draft-2020-12' }): Record<string, unknown> };
  };
}

/** A JSON Schema as an object. `data` gets its types where it is written in place, or `as const`. */
export interface PlainSchema {
  readonly type?: string | readonly string[];
  readonly properties?: { readonly [name: string]: unknown };
  readonly [keyword: string]: unknown;
}

/** `auto` is the schema of the server that the document belongs to. */
export type AnySchema = StandardSchema | PlainSchema | 'auto';

/** What an extraction by a schema has as `data`: every property is there, every value may be null, a list may be empty. */
export type DataOf<Schema> = Schema extends { readonly '~standard': { readonly types?: infer Types } }
  ? NonNullable<Types> extends { readonly input: infer Input }
    ? Extracted<Input>
    : { readonly [name: string]: JsonValue }
  : WithNames<DescribedBy<Schema, Schema>>;

/** What is said is an object, also where the types do not know of which fields. */
type WithNames<Data> = JsonValue extends Data ? { readonly [name: string]: JsonValue } : Data;

/** A type as it is extracted: nothing is missing, and what the document does not state is null. */
export type Extracted<Type> = unknown extends Type ? JsonValue : ExtractedValue<NonNullable<Type>>;
type ExtractedValue<Type> = [Type] extends [readonly (infer Item)[]]
  ? readonly Extracted<Item>[]
  : [Type] extends [object]
    ? { readonly [Name in keyof Type]-?: Extracted<Type[Name]> }
    : Type | null;

/** The type that a plain JSON Schema describes; `Root` has its definitions. */
type DescribedBy<Schema, Root> = Schema extends { readonly $ref: infer Reference extends string }
  ? DescribedBy<Defined<Reference, Root>, Root>
  : Schema extends { readonly const: infer Only }
    ? Only | null
    : Schema extends { readonly enum: readonly (infer Choice)[] }
      ? Choice | null
      : Schema extends { readonly anyOf: readonly (infer Choice)[] }
        ? DescribedBy<NotNull<Choice>, Root>
        : Schema extends { readonly oneOf: readonly (infer Choice)[] }
          ? DescribedBy<NotNull<Choice>, Root>
          : Schema extends { readonly allOf: readonly (infer Choice)[] }
            ? DescribedBy<Choice, Root>
            : TypedBy<Schema, Root>;

type TypedBy<Schema, Root> = Schema extends { readonly properties: infer Properties }
  ? string extends keyof Properties
    ? { readonly [name: string]: JsonValue }
    : { readonly [Name in keyof Properties]: DescribedBy<Properties[Name], Root> }
  : Schema extends { readonly items: infer Items }
    ? readonly DescribedBy<Items, Root>[]
    : Schema extends { readonly type: infer Type }
      ? TypeNamed<Exclude<Type extends readonly (infer One)[] ? One : Type, 'null'>>
      : JsonValue;

type TypeNamed<Type> = string extends Type
  ? { readonly [name: string]: JsonValue }
  : Type extends 'string'
    ? string | null
    : Type extends 'number' | 'integer'
      ? number | null
      : Type extends 'boolean'
        ? boolean | null
        : JsonValue;

type NotNull<Choice> = Choice extends { readonly type: 'null' } ? never : Choice;

type Defined<Reference extends string, Root> = Reference extends `#/$defs/${infer Name}`
  ? Root extends { readonly $defs: infer Definitions }
    ? Definition<Definitions, Name>
    : never
  : Reference extends `#/definitions/${infer Name}`
    ? Root extends { readonly definitions: infer Definitions }
      ? Definition<Definitions, Name>
      : never
    : never;
type Definition<Definitions, Name> = Name extends keyof Definitions ? Definitions[Name] : never;
