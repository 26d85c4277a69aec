import type { ConfigError, EngineSettings, OutageSettings, TokenPrices } from '../core/index.js';
import { allOrMistakes, attempt, refuseMistakes, withoutMistakes } from './all-mistakes.js';
import type { Config, ModelPrices } from './config.js';
import { explain, pluginIn, withMistakesOfParts } from './explain.js';
import { ingredientsOf } from './ingredients.js';
import { loadCalibrations } from './load-calibrations.js';
import { loadSchemas } from './load-schemas.js';
import { applyOverrides, mergeDefaults, type Overrides, resolveStore } from './merge.js';
import { resolveParts } from './resolve-parts.js';
import { requireSandbox } from './sandbox.js';
import { configSchema } from './schema.js';
import { type ReviewPolicy, type ServerSettings, serverSettings } from './settings.js';
import { settingsTable } from './settings-table.js';
import { readSource } from './source.js';
import { mistakesIn } from './validate.js';
import { type Environment, fillVariables } from './variables.js';

export interface ConfigRequest {
  /** The variables of the process. Settings, `${…}` and the secrets of plugins are taken from them. */
  readonly env: Environment;
  /** The folder in which the search for a file begins. */
  readonly cwd: string;
  /** The configuration file that the command line names. */
  readonly file?: string;
  /** Settings from the command line. They override everything else. */
  readonly overrides?: Overrides;
}

/** A valid configuration, ready for `createEngine` and for the server. */
export interface LoadedConfig {
  /** An absolute path; undefined when no file was found and only the defaults apply. */
  readonly file: string | undefined;
  /** The effective configuration with its variables filled in. It may hold secrets, so print it only through `redact`. */
  readonly config: Config;
  /** The file over the defaults, before variables, environment and command line are applied. */
  readonly asWritten: Config;
  /** The original texts that held a variable, by their place: `tiers[0].model` → `${MODEL}`. */
  readonly variableTexts: ReadonlyMap<string, string>;
  readonly engine: EngineSettings;
  readonly server: ServerSettings & { readonly reviewPolicy?: ReviewPolicy };
  /** @throws ConfigError where parsers are less isolated on this machine than the configuration demands */
  requireSandbox(): Promise<string | undefined>;
  /** What a receipt says that answers are made with. */
  ingredients(): ReturnType<typeof ingredientsOf>;
  /** Adds to an error of `createEngine` the file, line and column that it comes from. */
  explain(error: ConfigError): ConfigError;
}

/**
 * Finds, reads and checks the configuration, fills in its variables, and loads its plugins. The command line overrides the environment,
 * the environment the file, and the file the defaults.
 * @throws ConfigError that says what is wrong, where, and what would help: a line for each mistake that can be found without the others mended.
 */
export async function loadConfig({ file, env, cwd, overrides = {} }: ConfigRequest): Promise<LoadedConfig> {
  const source = await readSource(file ?? (env[settingsTable.config.env] || undefined), cwd);
  const { data, variableTexts } = fillVariables(source, env, configSchema);
  const mistakes = source.file === undefined ? [] : mistakesIn(data, source);
  const config = applyOverrides(resolveStore(source.folder, mergeDefaults(withoutMistakes(data, mistakes))), overrides, env);
  const missing = new Set<string>();
  const secret = (name: string) => env[name] || void missing.add(name);
  const context = { source, variableTexts };
  const [parts, calibrations, schemas] = await allOrMistakes([
    resolveParts(config, context),
    attempt(() => loadCalibrations(config.calibrations, source)),
    attempt(() => loadSchemas(config.schemas ?? {}, source)),
    attempt(() => refuseMistakes(mistakes)),
  ]).catch(async (error: unknown) => {
    throw await withMistakesOfParts(error, config, { context, secret, missing });
  });
  const engine = {
    ...parts,
    calibrations,
    schemas,
    ...(config.allowance !== undefined && { allowance: config.allowance }),
    deadlineMs: config.deadline_ms,
    credits: { page: config.credits.page, fallbackPage: config.credits.fallback_page },
    ...(config.prices && { prices: tokenPrices(config.prices) }),
    outages: outageSettings(config),
    folder: source.folder,
    secret,
  };
  return {
    file: source.file,
    config,
    asWritten: mergeDefaults(source.data),
    variableTexts,
    engine,
    server: { ...serverSettings(config.server), ...(config.review_policy && { reviewPolicy: config.review_policy }) },
    ingredients: () => ingredientsOf(config, { variableTexts, calibrations, folder: source.folder }),
    requireSandbox: () => requireSandbox(config.server.sandbox),
    explain: (error) => explain(error, { source, pluginAt: (place) => pluginIn(engine, place), missing }),
  };
}

const outageSettings = ({ outages }: Config): OutageSettings => ({
  failures: outages.failures,
  pauseMs: outages.pause_ms,
  longestPauseMs: outages.longest_pause_ms,
  retryShare: outages.retry_share,
  retriesAMinute: outages.retries_a_minute,
});

const tokenPrices = ({ currency, models = {} }: ModelPrices): TokenPrices => ({
  currency,
  models: Object.fromEntries(
    Object.entries(models).map(([label, { input, output, cached_input: cachedInput, cache_write: cacheWrite }]) => [
      label,
      { input, output, ...(cachedInput !== undefined && { cachedInput }), ...(cacheWrite !== undefined && { cacheWrite }) },
    ]),
  ),
});
