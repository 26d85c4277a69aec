import { type Command, InvalidArgumentError, Option } from 'commander';
import { type LoadedConfig, loadConfig, type Setting, settings } from '../../config/index.js';
import { ConfigError, createEngine, type Engine } from '../../core/index.js';
import { sendsInClear } from '../client/request/send.js';
import type { Terminal } from './terminal.js';

/** The values of a command's flags, as commander passes them. */
export type SettingFlags = Readonly<Record<string, string | undefined>>;

export const allSettings = settings.map(({ name }) => name);

export function withSettings(command: Command, names: readonly Setting['name'][] = allSettings): Command {
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

/** Works with the engine of a configuration, and closes it. @throws as `openEngine`, and what `work` throws */
export async function withEngine<T>(loaded: LoadedConfig, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = openEngine(loaded);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** Parses a number within bounds. An empty text is not a number. */
export const numberBetween =
  (low: number, high: number) =>
  (text: string): number => {
    const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= low && value <= high) return value;
    throw new InvalidArgumentError(`It must be a number from ${low} to ${high}.`);
  };

export function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of at least 1.');
}

export function processNumber(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be the number of a process.');
}

export function portNumber(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('It must be a port, 1 to 65535.');
}

export function tableFile(text: string): string {
  if (/\.(?:csv|xlsx)$/i.test(text)) return text;
  throw new InvalidArgumentError('It must end in .csv or .xlsx.');
}

/** Parses words that are separated by commas; `allowed` completes "It must be …". */
export const someOf =
  <Word extends string>(words: readonly Word[], allowed: string) =>
  (text: string): readonly Word[] => {
    const named = new Set(text.split(',').map((word) => word.trim()));
    const known = [...named].flatMap((word) => words.find((one) => one === word) ?? []);
    if (known.length === named.size) return known;
    throw new InvalidArgumentError(`It must be ${allowed}.`);
  };

export const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word => {
    const known = words.find((word) => word === text);
    if (known !== undefined) return known;
    throw new InvalidArgumentError(`It must be one of ${words.join(', ')}.`);
  };

/** Parses a duration such as 90d, 12h or 30m; 0 is nothing. */
export function duration(written: string): number {
  const ms = durationIn(written);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError('It must be a time such as 24h, 7d or 30m, or 0.');
}

const unitMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000 };

/** The same, undefined where it is none. */
export function durationIn(written: string): number | undefined {
  if (written === '0') return 0;
  const [, count, unit = ''] = /^(\d{1,6})([dhm])$/.exec(written) ?? [];
  return count === undefined ? undefined : Number(count) * (unitMs[unit] ?? 0);
}

/** The address of a server that a command asks. @throws ConfigError where it is none, or the key would be sent in clear */
export function addressOf(server: string, plainHttp = false): string {
  if (!URL.canParse(server) || !/^https?:/.test(server))
    throw new ConfigError(`--server must be an address such as https://vouch.example.com, not "${server}".`);
  if (plainHttp || !sendsInClear(new URL(server))) return server;
  throw new ConfigError('The key would be sent without TLS: take an address with https://, or --plain-http where the network is your own.');
}

/** The key that a server is asked with. On the command line it would be seen by everybody on this machine. @throws ConfigError where none is set */
export function keyIn({ env }: Terminal): string {
  const key = env['VOUCH_API_KEY'];
  if (!key) throw new ConfigError('Asking a server needs its key: set VOUCH_API_KEY.');
  return key;
}
