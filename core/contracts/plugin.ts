import type { Converter, Splitter } from './converter.js';
import type { ConfidenceGate, MetaInjector } from './gate.js';
import type { ExtractionModel } from './model.js';
import type { Recognizer } from './recognizer.js';
import type { EarlierDocuments, VerifierRule } from './rule.js';

/** The seven kinds of part, and the contract each of them keeps. */
export interface Kinds {
  readonly converter: Converter;
  readonly recognizer: Recognizer;
  readonly splitter: Splitter;
  readonly model: ExtractionModel;
  readonly gate: ConfidenceGate;
  readonly rule: VerifierRule;
  readonly injector: MetaInjector;
}
export type Kind = keyof Kinds;

/** Events of a plugin that do not belong to one request. */
export type PluginEvent =
  /** One of its processes was killed or died, for a reason such as 'memory'. */
  | { readonly kind: 'child lost'; readonly reason: string }
  /** The model with this label was paused after failures, resumed, refused a call while paused, or failed as only an operator can fix. */
  | { readonly kind: ModelEvent; readonly model: string };
type ModelEvent = 'model paused' | 'model resumed' | 'model refused' | 'model alarm';

/** Everything that a plugin gets from the engine. */
export interface PluginContext {
  /**
   * The value of a secret by the name of its environment variable.
   * @throws ConfigError naming the plugin and the variable when it is not set.
   */
  secret(name: string): string;
  /** The folder of the configuration, where paths in options begin; the working directory when absent. */
  readonly folder?: string;
  /** Writes a structured line to the host's log. Must not contain document text or keys. */
  log(message: string, details?: Readonly<Record<string, string | number | boolean>>): void;
  /** Reports an event to the host's metrics. */
  report(event: PluginEvent): void;
  /** What the host remembers of earlier documents; absent where it remembers none. */
  readonly earlierDocuments?: EarlierDocuments;
  /** Registers a health check. It runs often and must answer at once, without asking a provider. */
  onProbe(probe: () => boolean): void;
  /** Registers what runs when the engine closes: ending child processes, closing sockets. */
  onClose(close: () => Promise<void> | void): void;
}

/**
 * The version of this contract. It rises where plugins that are written for the former one would do something else; what each changed is in
 * `core/assembly/plugin-api.ts`.
 */
export const pluginApi = 1;

/** A kind of part for the pipeline: its name, its options, and how to create it. */
export interface Plugin<K extends Kind = Kind, S extends OptionsSchema | undefined = OptionsSchema | undefined> {
  readonly kind: K;
  readonly name: string;
  /** The version of this contract that it is written for; 1 when absent. Another one is refused at the start. */
  readonly api?: typeof pluginApi;
  /** JSON Schema of the options; defaults are applied and errors reported before `create` runs. None = the plugin takes no options. */
  readonly options?: S;
  /** The option that the text after the colon sets: with 'model', `openai:gpt-6-luna` means `{ use: openai, model: gpt-6-luna }`. */
  readonly argument?: string;
  create(options: OptionsOf<S>, context: PluginContext): Kinds[K];
}

/** Declares a plugin; an identity function that infers its options from their schema. */
export const definePlugin = <K extends Kind, const S extends OptionsSchema | undefined = undefined>(plugin: Plugin<K, S>): Plugin<K, S> =>
  plugin;

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

type OptionValue<O> = O extends { readonly enum: readonly (infer E)[] }
  ? E
  : O extends { readonly type: 'string' }
    ? string
    : O extends { readonly type: 'number' | 'integer' }
      ? number
      : O extends { readonly type: 'boolean' }
        ? boolean
        : O extends { readonly type: 'array'; readonly items: infer I }
          ? readonly OptionValue<I>[]
          : Readonly<Record<string, unknown>>;

type OptionNames<S extends OptionsSchema> = keyof S['properties'];
type CertainOptions<S extends OptionsSchema> = {
  [N in OptionNames<S>]: S['properties'][N] extends { readonly default: unknown }
    ? N
    : S extends { readonly required: readonly (infer R)[] }
      ? Extract<N, R>
      : never;
}[OptionNames<S>];

/** The type of the options that a schema describes: a default or `required` makes a member certain. */
export type OptionsOf<S> = S extends OptionsSchema
  ? { readonly [N in CertainOptions<S>]: OptionValue<S['properties'][N]> } & {
      readonly [N in Exclude<OptionNames<S>, CertainOptions<S>>]?: OptionValue<S['properties'][N]>;
    }
  : Readonly<Record<string, never>>;
