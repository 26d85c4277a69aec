import { resolve } from 'node:path';
import { ConfigError } from '../core/index.js';
import type { Config, ConfigPath, UserConfig } from './config.js';
import { withoutPassword } from './redact.js';
import { type Setting, settings } from './settings.js';
import type { StoreAddress } from './settings-table.js';
import { defaultConfig } from './shipped-config.js';
import { fitsSetting } from './validate.js';
import { type Environment, fromText } from './variables.js';

/**
 * Puts the keys of a file over the defaults; maps are merged key by key. A default witness that the file makes a tier is left out.
 * The data must have been validated.
 */
export function mergeDefaults(data: unknown): Config {
  const { $schema: _, ...file } = data as UserConfig & { readonly $schema?: string };
  const config = {
    ...defaultConfig,
    ...file,
    credits: { ...defaultConfig.credits, ...file.credits },
    outages: { ...defaultConfig.outages, ...file.outages },
    server: { ...defaultConfig.server, ...file.server },
  };
  const tiers = new Set(config.tiers.map(nameOf));
  return file.witnesses ? config : { ...config, witnesses: config.witnesses.filter((witness) => !tiers.has(nameOf(witness))) };
}

/** Resolves the file of the store from a folder, so that every command of a project finds the same keys wherever it is started. */
export const resolveStore = (folder: string, config: Config): Config => ({
  ...config,
  server: {
    ...config.server,
    store: config.server.store.replace(/^sqlite:(.+)$/s, (_, file: string) => `sqlite:${resolve(folder, file)}`) as StoreAddress,
  },
});

/** `local:thorough` → `local`. */
function nameOf(reference: Config['tiers'][number]): string {
  if (typeof reference === 'string') return reference.split(':')[0] ?? reference;
  return 'use' in reference ? nameOf(reference.use) : reference.name;
}

/** Texts from the command line, by the name of the setting. */
export type Overrides = Readonly<Partial<Record<Setting['name'], string>>>;

/**
 * Puts settings from the environment, and over them those from the command line, into a configuration. An empty variable is ignored.
 * @throws ConfigError that names the flag or the variable.
 */
export function applyOverrides(config: Config, overrides: Overrides, env: Environment): Config {
  return settings.reduce((result: Config, setting) => {
    const override = overrideOf(setting, overrides, env);
    return override ? withSetting(result, setting, parse(setting, override.text, override.by)) : result;
  }, config);
}

/** The flag or the variable that overrides the setting at a place; undefined where none does. */
export function overriddenBy(place: ConfigPath, overrides: Overrides, env: Environment): string | undefined {
  const setting = settings.find(({ key }) => key === place.join('.'));
  return setting && overrideOf(setting, overrides, env)?.by;
}

function overrideOf({ name, flag, env: variable }: Setting, overrides: Overrides, env: Environment) {
  const [given, text] = [overrides[name], env[variable]];
  if (given !== undefined) return { text: given, by: flag ?? name };
  return text ? { text, by: variable } : undefined;
}

function parse(setting: Setting, text: string, source: string): unknown {
  const value = fromText(text, setting.schema.type);
  if (!fitsSetting(setting, value))
    throw new ConfigError(`${source} must be ${setting.allowed}${setting.secret ? '.' : `, not "${withoutPassword(text)}".`}`);
  return value;
}

function withSetting(config: Config, { key }: Setting, value: unknown): Config {
  if (key === null) return config;
  const [first = '', second] = key.split('.');
  if (second === undefined) return { ...config, [first]: value };
  return { ...config, [first]: { ...config.server, [second]: value } };
}
