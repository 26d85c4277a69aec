import type { Kind, Plugin } from '../core/index.js';
import type { FileSettings, ReviewPolicy } from './settings.js';

/**
 * A part of the pipeline: `name`, `name:argument`, or `{ use: name, ...options }`. The name is that of a shipped plugin (`openai`), a file
 * (`./rules/line-product.js`) or a package (`vouch-plugin-acme`). A configuration that is a script may also hold the plugin itself.
 */
export type PartReference<K extends Kind = Kind> =
  | string
  | Plugin<K>
  | { readonly use: string | Plugin<K>; readonly [option: string]: unknown };

/** Prices per million tokens, in major units of one currency. */
export interface ModelPrices {
  /** As it is shown: `USD`. */
  readonly currency: string;
  readonly models?: Readonly<
    Record<string, { readonly input: number; readonly output: number; readonly cached_input?: number; readonly cache_write?: number }>
  >;
}

/** A complete configuration with the keys of the file, which have underscores. */
export interface Config extends FileSettings<''> {
  readonly converters: readonly PartReference<'converter'>[];
  /** OCR engines for pages that are pictures. The second one reads them again when Tier 2 is asked. */
  readonly recognizers: readonly PartReference<'recognizer'>[];
  /** Parts a file that holds several documents. Without one such a file is read as one document, and doubted. */
  readonly splitter?: PartReference<'splitter'>;
  readonly tiers: readonly PartReference<'model'>[];
  readonly witnesses: readonly PartReference<'model'>[];
  /** Tables that say how often a score of a model was right: names of shipped tables, or paths of files. */
  readonly calibrations: readonly string[];
  /** The share of a model's values that may be wrong in ways nobody has measured, 0..1; that of its table when absent. */
  readonly allowance?: number;
  readonly gate: PartReference<'gate'>;
  readonly rules: readonly PartReference<'rule'>[];
  readonly injector: PartReference<'injector'>;
  /** Schemas that requests may name, and among which documents are classified, by their names. */
  readonly schemas?: Readonly<Record<string, string | NamedSchema>>;
  readonly credits: { readonly page: number; readonly fallback_page: number };
  /** What providers ask for a million tokens, by the label of the model. Without it no cost is known. */
  readonly prices?: ModelPrices;
  /** Which answers of jobs people look at; only those that are asked for with `review` when absent. */
  readonly review_policy?: ReviewPolicy;
  /** When a model that keeps failing is paused, and how many calls may be retried. */
  readonly outages: {
    readonly failures: number;
    readonly pause_ms: number;
    readonly longest_pause_ms: number;
    readonly retry_share: number;
    readonly retries_a_minute: number;
  };
  readonly server: FileSettings<'server.'>;
}

export interface NamedSchema {
  /** The path of a file with a JSON Schema, or the name of a shipped one; that of the entry when absent. */
  readonly schema?: string;
  /** Answers carry it; '1' when absent. */
  readonly version?: string | number;
  /** Words that only such documents print. */
  readonly words?: readonly string[];
}

/** The keys that a user's file may hold. Those that it leaves out keep their defaults. */
export type UserConfig = Partial<Omit<Config, 'server' | 'credits' | 'outages'>> & {
  readonly server?: Partial<Config['server']>;
  readonly credits?: Partial<Config['credits']>;
  readonly outages?: Partial<Config['outages']>;
};

/** Returns the configuration unchanged. It gives a configuration in TypeScript or JavaScript its type. */
export const defineConfig = (config: UserConfig): UserConfig => config;

/** A path into a configuration: ['tiers', 0, 'model']. */
export type ConfigPath = readonly (string | number)[];

/** Writes a path as a person does: `tiers[0].model`. */
export const pathText = (place: ConfigPath): string =>
  place.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
