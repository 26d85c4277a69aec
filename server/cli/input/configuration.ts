import { type Command, Option } from 'commander';
import { type LoadedConfig, loadConfig, type Setting, settings } from '../../../config/index.js';
import { ConfigError, createEngine, type Engine } from '../../../core/index.js';
import type { Terminal } from '../output/terminal.js';

/** The values of a command's flags, as commander passes them. */
export type SettingFlags = Readonly<Record<string, string | undefined>>;

/** Adds the flags of these settings to a command. */
export function withSettings(command: Command, names: readonly Setting['name'][]): Command {
  for (const { flag, env, meaning, name } of settings) {
    if (flag !== null && names.includes(name)) command.addOption(new Option(`${flag} <value>`, `${meaning.replaceAll('`', '')} (${env})`));
  }
  return command;
}

/** Loads the configuration for a command with these flags. @throws ConfigError */
export function loadConfigFor(flags: SettingFlags, { env, cwd }: Terminal): Promise<LoadedConfig> {
  const fromFlags = settings.flatMap(({ name, flag }) => {
    const value = flag === null ? undefined : flags[camelCase(flag)];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const { config: file, ...overrides } = Object.fromEntries(fromFlags);
  return loadConfig({ env, cwd, overrides, ...(file !== undefined && { file }) });
}

/** Turns `--rate-limit` into `rateLimit`, as commander does. */
const camelCase = (flag: string): string => flag.slice(2).replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Creates the engine of a configuration. @throws ConfigError with the place in the configuration that is wrong. */
export function openEngine({ engine, explain }: LoadedConfig): Engine {
  try {
    return createEngine(engine);
  } catch (error) {
    throw error instanceof ConfigError ? explain(error) : error;
  }
}
