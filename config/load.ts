import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { type CalibrationTable, type ConfigError, didYouMean, type EngineSettings, type TokenPrices } from '../core/index.js';
import { allOrMistakes, attempt, refuseMistakes, withoutMistakes } from './all-mistakes.js';
import type { Config, ModelPrices } from './config.js';
import { explain, pluginIn, withMistakesOfParts } from './explain.js';
import { loadSchemas } from './load-schemas.js';
import { applyOverrides, mergeDefaults, type Overrides, overriddenBy, resolveStore } from './merge.js';
import { redact } from './redact.js';
import { resolveParts } from './resolve-parts.js';
import { requireSandbox } from './sandbox.js';
import { configSchema } from './schema.js';
import { type ReviewPolicy, type ServerSettings, serverSettings } from './settings.js';
import { settingsTable } from './settings-table.js';
import { readSource, type Source } from './source.js';
import { mistakesIn } from './validate.js';
import { type Environment, fillVariables } from './variables.js';

export interface ConfigRequest {
  /** The variables of the process. Settings, `${…}` and the secrets of plugins are taken from them. */
  readonly env: Environment;
  /** The folder in which the search for a file begins. */
  readonly cwd: string;
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
    credits: camelCased(config.credits),
    ...(config.prices && { prices: tokenPrices(config.prices) }),
    outages: camelCased(config.outages),
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
    explain: (error) =>
      explain(error, {
        source,
        pluginAt: (place) => pluginIn(engine, place),
        missing,
        overriddenBy: (place) => overriddenBy(place, overrides, env),
      }),
  };
}

const tokenPrices = ({ currency, models = {} }: ModelPrices): TokenPrices => ({
  currency,
  models: Object.fromEntries(Object.entries(models).map(([label, prices]) => [label, camelCased(prices)])),
});

type CamelCase<Key> = Key extends `${infer Word}_${infer Rest}` ? `${Word}${Capitalize<CamelCase<Rest>>}` : Key;

/** The engine's names of what the file writes with underscores. */
const camelCased = <Written extends object>(written: Written) =>
  Object.fromEntries(
    Object.entries(written).map(([key, value]) => [key.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()), value]),
  ) as { readonly [Key in keyof Written as CamelCase<Key>]: Written[Key] };

/**
 * Loads the calibration tables of a list. A name stands for a shipped table (`local` is `config/calibration/local.json`), a path for a file,
 * relative to the folder of the configuration. The engine checks the tables.
 * @throws ConfigError when there is no such file, or when it is not JSON.
 */
const loadCalibrations = (references: readonly string[], source: Source): readonly CalibrationTable[] =>
  references.map((reference, index) => {
    const refuse = (message: string, cause?: unknown) => source.error(message, ['calibrations', index], { of: 'value', cause });
    const file = fileOf(reference, source.folder);
    if (!existsSync(file)) throw refuse(isPath(reference) ? `there is no file ${file}.` : unknownCalibrationMessage(reference));
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as CalibrationTable;
    } catch (cause) {
      throw refuse(`${file} is no JSON. vouch calibrate writes such tables.`, cause);
    }
  });

/** Resolved by the name of the package, so that it is the same folder for the compiled file and for the source. */
const shippedFolder = join(createRequire(import.meta.url).resolve('vouch/package.json'), '../config/calibration');

const isPath = (reference: string): boolean => /[\\/]/.test(reference);
const fileOf = (reference: string, folder: string): string =>
  isPath(reference) ? resolve(folder, reference) : join(shippedFolder, `${reference}.json`);

function unknownCalibrationMessage(name: string): string {
  const names = readdirSync(shippedFolder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'));
  return `there is no shipped calibration "${name}".${didYouMean(name, names)} There is ${names.join(', ')}; a file of your own begins with ./.`;
}

interface IngredientSources {
  readonly variableTexts: ReadonlyMap<string, string>;
  readonly calibrations: readonly CalibrationTable[];
  /** In which the paths of the configuration begin. */
  readonly folder: string;
}

/**
 * What makes answers, as plain data without secrets, for receipts: the configuration but that of the server, and of it alone the readers, the rules
 * and the tables. A file that it names stands there with its text, but not what that file imports.
 */
function ingredientsOf({ server: _, ...config }: Config, { variableTexts, calibrations, folder }: IngredientSources) {
  const shown = redact(config, { variableTexts, all: false }) as Omit<Config, 'server'>;
  const { converters, recognizers, splitter = null, tiers, witnesses, gate, rules, injector } = shown;
  const withFiles = (parts: unknown) => ({ parts, files: pathsIn(parts).map((path) => textOf(resolve(folder, path))) });
  return {
    configuration: shown,
    models: withFiles({ converters, recognizers, splitter, tiers, witnesses }),
    rules: withFiles({ gate, rules, injector }),
    tables: calibrations,
  };
}

function pathsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^\.{0,2}\//.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : [];
}

/** A path that is no file, such as an address within a part's options, has no text. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
