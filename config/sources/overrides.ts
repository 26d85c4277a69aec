import { ConfigError } from '../../core/index.js';
import { withoutPassword } from '../checks/redact.js';
import { fitsSetting } from '../checks/validate.js';
import type { Config } from '../config.js';
import { type Setting, settings } from '../settings/settings.js';
import type { Environment } from './fill.js';
import { fromText } from './fill.js';

/** Texts from the command line, by the name of the setting. */
export type Overrides = Readonly<Partial<Record<Setting['name'], string>>>;

/**
 * Puts settings from the environment, and over them those from the command line, into a configuration. An empty variable is ignored.
 * @throws ConfigError that names the flag or the variable.
 */
export function applyOverrides(config: Config, overrides: Overrides, env: Environment): Config {
  return settings.reduce((result: Config, setting) => {
    const flag = overrides[setting.name];
    if (flag !== undefined) return withSetting(result, setting, parse(setting, flag, setting.flag ?? setting.name));
    const variable = env[setting.env];
    return variable ? withSetting(result, setting, parse(setting, variable, setting.env)) : result;
  }, config);
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
