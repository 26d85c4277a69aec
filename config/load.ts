import type { ConfigError, EngineSettings, OutageSettings } from '../core/index.js';
import { explain } from './checks/explain.js';
import { configSchema } from './checks/schema.js';
import { validate } from './checks/validate.js';
import type { Config } from './config.js';
import { loadCalibrations } from './plugins/load-calibrations.js';
import { resolveParts } from './plugins/resolve-parts.js';
import { type ServerSettings, serverSettings } from './settings/settings.js';
import { settingsTable } from './settings/table.js';
import { type Environment, fillVariables } from './sources/fill.js';
import { mergeDefaults, resolveStore } from './sources/merge.js';
import { applyOverrides, type Overrides } from './sources/overrides.js';
import { readSource } from './sources/source.js';

export interface ConfigRequest {
  /** The process's variables: for settings, for `${…}` and for the secrets that plugins ask for. */
  readonly env: Environment;
  /** Where the search for a file begins. */
  readonly cwd: string;
  /** The file that the command line names. */
  readonly file?: string;
  /** Settings that the command line gives; stronger than all else. */
  readonly overrides?: Overrides;
}

/** A configuration that holds: ready for `createEngine` and for the server. */
export interface LoadedConfig {
  /** Absolute; undefined when the default alone counts. */
  readonly file: string | undefined;
  /** What counts, variables filled in. It may hold keys: print it only through `redact`. */
  readonly config: Config;
  /** The same before the variables, the environment and the command line. */
  readonly asWritten: Config;
  /** Places whose text held a variable, with what is written there. */
  readonly variableTexts: ReadonlyMap<string, string>;
  readonly engine: EngineSettings;
  readonly server: ServerSettings;
  /** Says where in the configuration an error of `createEngine` comes from: file, line and column. */
  explain(error: ConfigError): ConfigError;
}

/**
 * Finds, reads, fills in and checks the configuration, and loads its plugins. Strongest first: command line, environment, file, default.
 * @throws ConfigError saying what is wrong, where, and what would help.
 */
export async function loadConfig({ file, env, cwd, overrides = {} }: ConfigRequest): Promise<LoadedConfig> {
  const source = await readSource(file ?? (env[settingsTable.config.env] || undefined), cwd);
  const { data, variableTexts } = fillVariables(source, env, configSchema);
  validate(data, source);
  const config = applyOverrides(resolveStore(source.folder, mergeDefaults(data)), overrides, env);
  const missing = new Set<string>();
  const engine = {
    ...(await resolveParts(config, { source, variableTexts })),
    calibrations: loadCalibrations(config.calibrations, source),
    deadlineMs: config.deadline_ms,
    credits: { page: config.credits.page, fallbackPage: config.credits.fallback_page },
    outages: outageSettings(config),
    secret: (name: string) => env[name] || void missing.add(name),
  };
  return {
    file: source.file,
    config,
    asWritten: mergeDefaults(source.data),
    variableTexts,
    engine,
    server: serverSettings(config.server),
    explain: (error) => explain(error, { source, engine, missing }),
  };
}

const outageSettings = ({ outages }: Config): OutageSettings => ({
  failures: outages.failures,
  pauseMs: outages.pause_ms,
  longestPauseMs: outages.longest_pause_ms,
  retryShare: outages.retry_share,
  retriesAMinute: outages.retries_a_minute,
});
