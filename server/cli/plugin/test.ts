import { watch } from 'node:fs';
import module from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import type { LoadedConfig } from '../../../config/index.js';
import { InputError, type Part, type Plugin } from '../../../core/index.js';
import {
  type ContractResult,
  exampleSubjects,
  type HeldAppraisal,
  measureRule,
  type RuleMeasure,
  type Subject,
  testContract,
} from '../../../test/kit/index.js';
import { exitCodes } from '../exit-codes.js';
import { loadConfigFor, type SettingFlags, withEngine, withSettings } from '../options.js';
import { columns, print, type Terminal, type TextStyles, takesColours, textStyles } from '../terminal.js';
import { findTarget, ownSubjects, type TestTarget } from './target.js';

type TestFlags = SettingFlags & {
  readonly options?: string;
  readonly documents?: string;
  readonly readings?: string;
  readonly plantIn?: string;
  readonly misprints?: true;
  readonly json?: true;
  readonly watch?: true;
};

/** `vouch plugin test`: whether a plugin keeps the promises of its kind, and, for a rule, what it catches and what it costs. */
export function addTestPlugin(plugin: Command, terminal: Terminal): void {
  const test = plugin
    .command('test')
    .argument('[plugins...]', 'folders of packages, files, or names of shipped plugins; this folder when absent')
    .description('Test whether a plugin keeps what its kind promises; for a rule, also what it catches and what it costs.')
    .option(
      '--options <json>',
      'the options of the plugin, with paths from this folder; instead of those under "vouch" in its package.json',
    )
    .option('--documents <folder>', 'plant mistakes into your own documents: docs/ and truth/, instead of the shipped examples')
    .option('--readings <name>', 'with --documents: the readings in readings/<name>, instead of ones made of the truth')
    .option('--plant-in <count>', 'with --documents: plant mistakes into so many of them only, chosen by the hash of their ids')
    .option('--misprints', 'plant only what is wrong on the page itself, not what a reader misreads')
    .option('--json', 'print JSON')
    .option('--watch', 'test again whenever a file of the plugin changes');
  withSettings(test, ['config']).action((names: readonly string[], flags: TestFlags) => testPlugins(names, flags, terminal));
}

async function testPlugins(given: readonly string[], flags: TestFlags, terminal: Terminal): Promise<void> {
  const names = given.length > 0 ? given : ['.'];
  const loaded = await loadConfigFor({ config: flags['config'] }, terminal);
  const shared: SharedInputs = { loaded, subjects: await subjectsFor(flags, loaded, terminal), memories: new Map(), ...plantingOf(flags) };
  const run = { shared, flags, terminal };
  const watched = flags.watch && (await watchPlugins(names, terminal));
  const failed = await testAll(names, run);
  if (watched) await testAgain(names, run, watched);
  else if (failed) terminal.exit(exitCodes.usage.code);
}

/** While one watches, there is no time for what a reader misreads: most of that is caught without any rule. */
function plantingOf({ plantIn, misprints, watch: watched }: TestFlags): Pick<SharedInputs, 'ways' | 'plantedIn'> {
  const ways = watched || misprints ? 0 : 1;
  if (plantIn === undefined) return { ways };
  if (!/^[1-9]\d*$/.test(plantIn)) throw new InputError(`--plant-in must be a whole number from 1, not ${plantIn}`);
  return { ways, plantedIn: Number(plantIn) };
}

interface SharedInputs {
  readonly loaded: LoadedConfig;
  readonly subjects: readonly Subject[];
  /** What was weighed without a rule, by the names of the rules beside it. */
  readonly memories: Map<string, Map<string, HeldAppraisal>>;
  readonly ways: number;
  readonly plantedIn?: number;
}

interface TestRun {
  readonly shared: SharedInputs;
  readonly flags: TestFlags;
  readonly terminal: Terminal;
}

/** Whether any of the plugins fails. */
async function testAll(names: readonly string[], { shared, flags, terminal }: TestRun): Promise<boolean> {
  const results: PluginTest[] = [];
  const styles = textStyles(takesColours(terminal.stdout, terminal.env));
  for (const name of names) {
    const target = await findTarget(name, terminal);
    const given = flags.options === undefined ? {} : { options: optionsIn(flags.options), optionFolder: terminal.cwd };
    const result = await testOne({ ...target, ...given }, shared);
    results.push(result);
    if (!flags.json) terminal.stdout.write(`${linesOf(result, styles).join('\n')}\n`);
  }
  const told = results.map(({ plugin: { kind, name }, ...rest }) => ({ kind, name, ...rest }));
  if (flags.json) print(terminal, true, told, () => []);
  return results.some(({ contract }) => contract.some(({ failure }) => failure !== undefined));
}

async function testOne(
  { plugin, options, optionFolder, secrets, samples }: TestTarget,
  { loaded, subjects, memories, ways, plantedIn }: SharedInputs,
): Promise<PluginTest> {
  const folder = optionFolder ?? loaded.engine.folder;
  const part: Part = { plugin: folder === undefined ? plugin : inFolder(plugin, folder), options };
  const contract = await testContract(part, { subjects: exampleSubjects(), files: samples, host: { secrets } });
  // A rule that breaks a promise may take all the time that it is given, for each mistake.
  if (!isRule(part) || contract.some(({ failure }) => failure !== undefined)) return { plugin, contract };
  const rules = loaded.engine.rules ?? [];
  const beside = rules.flatMap((rule) => (rule.plugin.name === plugin.name ? [] : [rule.plugin.name])).join();
  const memory = memories.get(beside) ?? new Map<string, HeldAppraisal>();
  memories.set(beside, memory);
  const settings = { ...loaded.engine, rules, secret: (name: string) => secrets[name] };
  return {
    plugin,
    contract,
    measure: await measureRule(part, subjects, { settings, memory, ways, ...(plantedIn !== undefined && { plantedIn }) }),
  };
}

/** The same plugin, with paths in its options from this folder; those of the other plugins begin where the configuration is. */
const inFolder = (plugin: Plugin, folder: string): Plugin => ({
  ...plugin,
  create: (options, context) => plugin.create(options, { ...context, folder }),
});

const isRule = (part: Part): part is Part<'rule'> => part.plugin.kind === 'rule';

function optionsIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const options: unknown = JSON.parse(text);
    if (typeof options === 'object' && options !== null && !Array.isArray(options)) return options as Readonly<Record<string, unknown>>;
  } catch {}
  throw new InputError(`--options must be a JSON object such as '{"days": 30}', not ${text}`);
}

async function subjectsFor(
  { documents, readings }: TestFlags,
  loaded: LoadedConfig,
  { cwd, stderr }: Terminal,
): Promise<readonly Subject[]> {
  if (documents === undefined && readings !== undefined) throw new InputError('--readings belongs to --documents');
  if (documents === undefined) return exampleSubjects();
  const skip = (why: string): void => void stderr.write(`left out: ${why}\n`);
  return withEngine(loaded, (engine) =>
    ownSubjects(resolve(cwd, documents), engine, { skip, ...(readings !== undefined && { readings }) }),
  );
}

interface WatchedPlugins {
  readonly changes: AsyncIterable<void>;
  /** Has their modules loaded anew the next time. */
  readonly reload: () => void;
}

async function watchPlugins(names: readonly string[], terminal: Terminal): Promise<WatchedPlugins> {
  const targets = await Promise.all(names.map((name) => findTarget(name, terminal)));
  const folders = targets.map(({ folder }) => folder);
  return { changes: changesIn(folders), reload: reloading(folders) };
}

async function testAgain(names: readonly string[], run: TestRun, { changes, reload }: WatchedPlugins): Promise<void> {
  const { stderr } = run.terminal;
  for await (const _ of changes) {
    reload();
    const began = performance.now();
    await testAll(names, run).catch((error: unknown) => stderr.write(`${error instanceof Error ? error.message : String(error)}\n`));
    stderr.write(`tested again in ${((performance.now() - began) / 1_000).toFixed(1)} s\n`);
  }
}

/** Ends a burst of changes, of which editors make several for one. */
const quietMs = 50;

/** Counts from now on, so that a change that comes while the plugin is being tested is one more. */
function changesIn(folders: readonly string[]): AsyncIterable<void> {
  let changed = false;
  let wake = (): void => {};
  let timer: NodeJS.Timeout | undefined;
  const announce = (): void => {
    changed = true;
    wake();
  };
  for (const folder of folders) {
    watch(folder, { recursive: true }, (_, file) => {
      if (file?.includes('node_modules')) return;
      clearTimeout(timer);
      timer = setTimeout(announce, quietMs);
    });
  }
  return (async function* () {
    for (;;) {
      if (!changed)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      changed = false;
      yield;
    }
  })();
}

/** Has the modules of these folders loaded anew: each call gives their addresses another version. */
function reloading(folders: readonly string[]): () => void {
  const roots = folders.map((folder) => `${pathToFileURL(folder).href}/`);
  let version = 0;
  // Node has it since 22.15; before, only a new start sees the change.
  module.registerHooks?.({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const isOwn = version > 0 && roots.some((root) => resolved.url.startsWith(root)) && !resolved.url.includes('/node_modules/');
      return isOwn ? { ...resolved, url: `${resolved.url.split('?')[0]}?${version}` } : resolved;
    },
  });
  return () => {
    version += 1;
  };
}

interface PluginTest {
  readonly plugin: Plugin;
  readonly contract: readonly ContractResult[];
  /** Only for rules. */
  readonly measure?: RuleMeasure;
}

function linesOf({ plugin, contract, measure }: PluginTest, { strong, faint, good, bad }: TextStyles): readonly string[] {
  const promises = contract.flatMap(({ promise, failure, skipped }) => {
    if (failure !== undefined) return [`  ${bad('✗')} ${promise}`, `      ${failure}`];
    return skipped === undefined ? [`  ${good('✓')} ${promise}`] : [`  ${faint('–')} ${promise}: ${skipped}`];
  });
  return [strong(`${plugin.kind} ${plugin.name}`), ...promises, ...(measure ? measureLines(measure) : [])];
}

function measureLines({
  documents,
  concerned,
  decided,
  planted,
  without,
  with: caught,
  faults,
  right,
  lost,
  held,
  ms,
}: RuleMeasure): readonly string[] {
  const more = Object.entries(faults).map(([fault, count]) => [fault, `${count.without} of ${count.planted}`, '→', String(count.with)]);
  return [
    `  documents    ${documents}, and it says something of ${concerned}`,
    ...(concerned > 0 && decided === 0
      ? ['               but comes to a result on none: does it read a value that none of them has?']
      : []),
    `  caught       ${caught} of ${planted} planted mistakes, ${without} without it`,
    ...columns(more, 4),
    `  lost         ${lost} of ${right} right values (${percent(lost, right)}); ${held} of ${documents} right documents held`,
    `  time         ${ms.toFixed(2)} ms a document`,
  ];
}

const percent = (part: number, all: number): string => `${all === 0 ? '0.0' : ((100 * part) / all).toFixed(1)} %`;
