import {
  ConfigError,
  didYouMean,
  type EngineSettings,
  joinMistakes,
  mistakesInParts,
  mistakesOf,
  type PlacedPart,
  type Plugin,
} from '../core/index.js';
import type { Config, ConfigPath } from './config.js';
import { namedParts, type ResolveContext, resolvePart } from './resolve-parts.js';
import type { Source } from './source.js';

/** What plugins are made with, and what they missed. */
export interface PartTerms {
  readonly secret: (name: string) => string | undefined;
  readonly missing: ReadonlySet<string>;
}

/**
 * The error of a configuration that cannot be loaded, with what an engine would say of the parts that are known: a person who mends a key
 * should not learn only then that an expression does not parse.
 */
export async function withMistakesOfParts(
  error: unknown,
  config: Config,
  { context, secret, missing }: PartTerms & { readonly context: ResolveContext },
): Promise<unknown> {
  if (!(error instanceof ConfigError)) return error;
  const { source } = context;
  const known = await knownParts(config, context);
  const further = mistakesInParts(known, { folder: source.folder, secret }).flatMap((mistake) =>
    mistakesOf(explain(mistake, { source, missing, pluginAt: (place) => pluginAround(place, known) })),
  );
  return joinMistakes([...mistakesOf(error), ...further]);
}

/** What is known about a configuration when `createEngine` refuses it. */
export interface ExplainContext {
  readonly source: Source;
  /** The plugin of the part at a place of the configuration. */
  readonly pluginAt: (place: ConfigPath) => Plugin | undefined;
  /** The names of the secrets that plugins asked for and that are not set. */
  readonly missing: ReadonlySet<string>;
  /** The flag or the variable that overrides the setting at a place. */
  readonly overriddenBy?: (place: ConfigPath) => string | undefined;
}

/** Maps the engine's names of settings to the keys of the file. */
const fileKeys: Readonly<Record<string, string>> = { deadlineMs: 'deadline_ms', fallbackPage: 'fallback_page' };

/** Adds to an error of `createEngine`, or to each of several that it says together, its place in the configuration and what would help. */
export const explain = (error: ConfigError, context: ExplainContext): ConfigError =>
  joinMistakes(mistakesOf(error).map((mistake) => explainOne(mistake, context)));

function explainOne(error: ConfigError, { source, pluginAt, missing, overriddenBy }: ExplainContext): ConfigError {
  const place = error.place.map((step) => fileKeys[step] ?? step);
  const override = overriddenBy?.(place);
  if (override !== undefined) return new ConfigError(`${override}: ${error.message}`, place, { cause: error });
  const plugin = pluginAt(place);
  const help = plugin ? helpWithSecret(error, plugin, missing) + helpWithOption(place, plugin) : '';
  return source.error(help === '' ? error.message : `${error.message}.${help}`, place, { cause: error });
}

function helpWithSecret(error: ConfigError, plugin: Plugin, missing: ReadonlySet<string>): string {
  const name = [...missing].find((candidate) => error.message.includes(candidate));
  if (name === undefined) return '';
  // An address or a region is asked for the same way.
  const option =
    /KEY|TOKEN/.test(name) && Object.keys(plugin.options?.properties ?? {}).includes('api_key')
      ? `, or give the option api_key: "\${file:/path/to/secret}"`
      : '';
  return ` Set ${name}${option}.`;
}

/** An option that the plugin does not know is probably misspelt. */
function helpWithOption(place: ConfigPath, plugin: Plugin): string {
  const option = place.find((step, index) => index > 0 && typeof step === 'string');
  const options = Object.keys(plugin.options?.properties ?? {});
  return typeof option === 'string' && !options.includes(option) ? didYouMean(option, options) : '';
}

/** The plugin of the part of an engine's settings that a place is in. */
export function pluginIn(engine: EngineSettings, [key, index]: ConfigPath): Plugin | undefined {
  const parts = typeof key === 'string' ? new Map(Object.entries(engine)).get(key) : undefined;
  const part = Array.isArray(parts) ? parts[Number(index)] : parts;
  return typeof part === 'object' && part !== null && 'plugin' in part ? part.plugin : undefined;
}

/** The parts of a configuration that can be loaded, whatever is wrong with the others. */
async function knownParts(config: Config, context: ResolveContext): Promise<readonly PlacedPart[]> {
  const settled = await Promise.allSettled(
    namedParts(config).map(async ({ reference, ...at }) => ({ part: await resolvePart(reference, at, context), place: at.place })),
  );
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** The plugin of the part at a place or around it: of `['rules', 2]` for `['rules', 2, 'that']`. */
const pluginAround = (place: ConfigPath, parts: readonly PlacedPart[]): Plugin | undefined =>
  parts.find((part) => part.place.every((step, index) => step === place[index]))?.part.plugin;
