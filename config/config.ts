import type { Kind, Plugin } from '../core/index.js';
import type { FileSettings } from './settings/settings.js';

/**
 * A part of the pipeline: `name`, `name:argument`, or `{ use: name, ...options }`. A name is a shipped plugin's (`openai`), a file's
 * (`./rules/line-product.js`) or a package's (`vouch-plugin-acme`). A TypeScript or JavaScript configuration may hand over the plugin itself.
 */
export type PartReference<K extends Kind = Kind> =
  | string
  | Plugin<K>
  | { readonly use: string | Plugin<K>; readonly [option: string]: unknown };

/** A configuration, whole, as it stands in a file: words with underscores. */
export interface Config extends FileSettings<''> {
  readonly converters: readonly PartReference<'converter'>[];
  /** Who reads pages that are pictures; the second looks again where Tier 2 is asked. */
  readonly recognizers: readonly PartReference<'recognizer'>[];
  readonly tiers: readonly PartReference<'model'>[];
  readonly witnesses: readonly PartReference<'model'>[];
  /** What a model's scores have proved to be worth: the name of a shipped table, or a file of your own. */
  readonly calibrations: readonly string[];
  readonly gate: PartReference<'gate'>;
  readonly rules: readonly PartReference<'rule'>[];
  readonly injector: PartReference<'injector'>;
  readonly credits: { readonly page: number; readonly fallback_page: number };
  /** What is done about models that fail again and again. */
  readonly outages: {
    readonly failures: number;
    readonly pause_ms: number;
    readonly longest_pause_ms: number;
    readonly retry_share: number;
    readonly retries_a_minute: number;
  };
  readonly server: FileSettings<'server.'>;
}

/** What a user's file says; the rest stays as shipped. */
export type UserConfig = Partial<Omit<Config, 'server' | 'credits' | 'outages'>> & {
  readonly server?: Partial<Config['server']>;
  readonly credits?: Partial<Config['credits']>;
  readonly outages?: Partial<Config['outages']>;
};

/** Types a configuration that is written in TypeScript or JavaScript; changes nothing. */
export const defineConfig = (config: UserConfig): UserConfig => config;
