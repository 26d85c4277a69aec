import { type Command, Option } from 'commander';
import { type LoadedConfig, loadConfig, type Setting, settings } from '../../../config/index.js';
import type { Terminal } from '../output/terminal.js';

/** The settings that a command takes as flags, as commander hands them over. */
export type SettingFlags = Readonly<Record<string, string | undefined>>;

/** Gives a command the flags of these settings. */
export function withSettings(command: Command, names: readonly Setting['name'][]): Command {
  for (const { flag, env, meaning, name } of settings) {
    if (flag !== null && names.includes(name)) command.addOption(new Option(`${flag} <value>`, `${meaning.replaceAll('`', '')} (${env})`));
  }
  return command;
}

/** The configuration that counts for a command with these flags. @throws ConfigError */
export function loadConfigFor(flags: SettingFlags, { env, cwd }: Terminal): Promise<LoadedConfig> {
  const given = settings.flatMap(({ name, flag }) => {
    const value = flag === null ? undefined : flags[camelCase(flag)];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const { config: file, ...overrides } = Object.fromEntries(given);
  return loadConfig({ env, cwd, overrides, ...(file !== undefined && { file }) });
}

/** `--rate-limit` → `rateLimit`, as commander names its values. */
const camelCase = (flag: string): string => flag.slice(2).replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
