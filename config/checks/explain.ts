import type { ConfigError, EngineSettings, Plugin } from '../../core/index.js';
import type { Source } from '../sources/source.js';
import type { ConfigPath } from './config-path.js';
import { didYouMean } from './nearest.js';

/** What an explanation is made of. */
export interface ExplainContext {
  readonly source: Source;
  readonly engine: EngineSettings;
  /** Secrets that were asked for and not there. */
  readonly missing: ReadonlySet<string>;
}

/** The engine's names for two settings, and the file's. */
const fileNames: Readonly<Record<string, string>> = { deadlineMs: 'deadline_ms', fallbackPage: 'fallback_page' };

/** An error of `createEngine` with the place in the configuration that it comes from, and with what would help. */
export function explain(error: ConfigError, { source, engine, missing }: ExplainContext): ConfigError {
  const place = error.place.map((step) => fileNames[step] ?? step);
  const plugin = pluginAt(place, engine);
  const help = plugin ? helpWithSecret(error, plugin, missing) + helpWithOption(place, plugin) : '';
  return source.error(help === '' ? error.message : `${error.message}.${help}`, place, { cause: error });
}

function helpWithSecret(error: ConfigError, plugin: Plugin, missing: ReadonlySet<string>): string {
  const name = [...missing].find((candidate) => error.message.includes(candidate));
  if (name === undefined) return '';
  const option = Object.keys(plugin.options?.properties ?? {}).includes('api_key')
    ? `, or give the option api_key: "\${file:/path/to/secret}"`
    : '';
  return ` Set ${name}${option}.`;
}

/** A place inside a part that its plugin does not know is an option misspelt. */
function helpWithOption(place: ConfigPath, plugin: Plugin): string {
  const option = place.find((step, index) => index > 0 && typeof step === 'string');
  const options = Object.keys(plugin.options?.properties ?? {});
  return typeof option === 'string' && !options.includes(option) ? didYouMean(option, options) : '';
}

function pluginAt([key, index]: ConfigPath, engine: EngineSettings): Plugin | undefined {
  const parts = typeof key === 'string' ? new Map(Object.entries(engine)).get(key) : undefined;
  const part = Array.isArray(parts) ? parts[Number(index)] : parts;
  return typeof part === 'object' && part !== null && 'plugin' in part ? part.plugin : undefined;
}
