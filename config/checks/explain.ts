import { type ConfigError, didYouMean, type EngineSettings, joinMistakes, mistakesOf, type Plugin } from '../../core/index.js';
import type { ConfigPath } from '../sources/config-path.js';
import type { Source } from '../sources/source.js';

/** What is known about a configuration when `createEngine` refuses it. */
export interface ExplainContext {
  readonly source: Source;
  /** The plugin of the part at a place of the configuration. */
  readonly pluginAt: (place: ConfigPath) => Plugin | undefined;
  /** The names of the secrets that plugins asked for and that are not set. */
  readonly missing: ReadonlySet<string>;
}

/** Maps the engine's names of settings to the keys of the file. */
const fileKeys: Readonly<Record<string, string>> = { deadlineMs: 'deadline_ms', fallbackPage: 'fallback_page' };

/** Adds to an error of `createEngine`, or to each of several that it says together, its place in the configuration and what would help. */
export const explain = (error: ConfigError, context: ExplainContext): ConfigError =>
  joinMistakes(mistakesOf(error).map((mistake) => explainOne(mistake, context)));

function explainOne(error: ConfigError, { source, pluginAt, missing }: ExplainContext): ConfigError {
  const place = error.place.map((step) => fileKeys[step] ?? step);
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
