/** The JSON Schema subset in which a plugin describes its options. */
export interface OptionsSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, OptionSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
}

export interface OptionSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly items?: OptionSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
}

type ValueOf<O> = O extends { readonly enum: readonly (infer E)[] }
  ? E
  : O extends { readonly type: 'string' }
    ? string
    : O extends { readonly type: 'number' | 'integer' }
      ? number
      : O extends { readonly type: 'boolean' }
        ? boolean
        : O extends { readonly type: 'array'; readonly items: infer I }
          ? readonly ValueOf<I>[]
          : Readonly<Record<string, unknown>>;

type Names<S extends OptionsSchema> = keyof S['properties'];
type Always<S extends OptionsSchema> = {
  [N in Names<S>]: S['properties'][N] extends { readonly default: unknown }
    ? N
    : S extends { readonly required: readonly (infer R)[] }
      ? Extract<N, R>
      : never;
}[Names<S>];

/** The type of the options that a schema describes: a default or `required` makes a member certain. */
export type OptionsOf<S> = S extends OptionsSchema
  ? { readonly [N in Always<S>]: ValueOf<S['properties'][N]> } & {
      readonly [N in Exclude<Names<S>, Always<S>>]?: ValueOf<S['properties'][N]>;
    }
  : Readonly<Record<string, never>>;
