import type { Command } from 'commander';
import { stringify } from 'yaml';
import { didYouMean, type LoadedConfig, redact } from '../../../config/index.js';
import { ConfigError, kindNamed, type Part, type SchemaChoice } from '../../../core/index.js';
import { requirePrices } from '../../guards/token-budgets.js';
import { loadConfigFor, type SettingFlags, withEngine, withSettings } from '../options.js';
import type { Terminal } from '../terminal.js';

export function addConfig(program: Command, terminal: Terminal): void {
  const config = program.command('config').description('Show and check the configuration.');
  const print = config
    .command('print')
    .description('Print the configuration that counts, as YAML. Secrets are never printed.')
    .option('--effective', 'with variables filled in, and what the environment and the command line say')
    .option('--redact', 'hide everything that came out of a variable, secret or not')
    .option('--json', 'print JSON');
  const validate = config
    .command('validate')
    .description('Check the configuration as a start would: plugins, options and secrets included.');
  withSettings(print).action((options: PrintOptions) => printConfig(options, terminal));
  withSettings(validate).action((flags: SettingFlags) => validateConfig(flags, terminal));
}

type PrintOptions = SettingFlags & { readonly effective?: true; readonly redact?: true; readonly json?: true };

async function printConfig({ effective, redact: all, json, ...flags }: PrintOptions, terminal: Terminal): Promise<void> {
  const { file, config, asWritten, variableTexts } = await loadConfigFor(flags, terminal);
  const shown = effective
    ? redact(config, { variableTexts, all: all === true })
    : redact(asWritten, { variableTexts: new Map(), all: false });
  terminal.stderr.write(`${file ?? 'No configuration file: the default counts.'}\n`);
  terminal.stdout.write(json ? `${JSON.stringify(shown, null, 2)}\n` : stringify(shown));
}

async function validateConfig(flags: SettingFlags, terminal: Terminal): Promise<void> {
  const loaded = await loadConfigFor(flags, terminal);
  await withEngine(loaded, async (engine) => {
    try {
      requirePrices(engine, loaded.server.dailyCostPerKey);
    } catch (error) {
      throw error instanceof ConfigError ? loaded.explain(error) : error;
    }
  });
  for (const mistake of unknownThresholds(loaded)) terminal.stderr.write(`${loaded.explain(mistake).message}\n`);
  const names = (parts: readonly Part[]): readonly string[] => parts.map(({ label, plugin }) => label ?? plugin.name);
  const { tiers, rules = [], schemas = [] } = loaded.engine;
  const said = rules.length > 0 ? `with the rules ${names(rules).join(', ')}` : 'without rules';
  terminal.stderr.write(`${loaded.file ?? 'The default configuration'} holds: ${names(tiers).join(', then ')}; ${said}.\n`);
  for (const warning of lookAlikes(schemas)) terminal.stderr.write(`${warning}\n`);
}

/** Schemas of one kind without words or a field of their own: nothing tells their documents from those of another of that kind. */
function lookAlikes(schemas: readonly SchemaChoice[]): readonly string[] {
  const kindOf = ({ title }: SchemaChoice): string => kindNamed(title) ?? title;
  return schemas.flatMap((one) => {
    const hasAll = (other: SchemaChoice): boolean =>
      one.schema.fields.every(({ path }) => other.schema.fields.some((field) => field.path === path));
    const like = schemas.find((other) => other !== one && one.words.length === 0 && kindOf(other) === kindOf(one) && hasAll(other));
    if (!like) return [];
    return `Nothing tells documents of the schema ${one.name} from those of ${like.name}, so that they are unknown: ${like.name} needs a file of its own, with a title that names another kind.`;
  });
}

/** The fields of `review_policy.thresholds` that no schema of the configuration has. A caller may send a schema that has them. */
function unknownThresholds({ engine: { schemas = [] }, server: { reviewPolicy } }: LoadedConfig): readonly ConfigError[] {
  const names = schemas.flatMap(({ schema }) => schema.fields.map(({ path }) => path.slice(2)));
  if (names.length === 0) return [];
  return Object.keys(reviewPolicy?.thresholds ?? {}).flatMap((given) => {
    const name = given.replace(/^\$\./, '');
    if (names.includes(name)) return [];
    const place = ['review_policy', 'thresholds', given];
    return [new ConfigError(`no schema of the configuration has this field.${didYouMean(name, names)}`, place)];
  });
}
