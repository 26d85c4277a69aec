import { relative } from 'node:path';
import type { Command } from 'commander';
import { kinds, type LoadedConfig, loadPluginFile, shippedFile, shippedNames } from '../../../config/index.js';
import type { Kind, Part } from '../../../core/index.js';
import { loadConfigFor, type SettingFlags, withSettings } from '../options.js';
import { columns, print, type Terminal } from '../terminal.js';
import { addNewPlugin } from './new.js';
import { addTestPlugin } from './test.js';

export function addPlugin(program: Command, terminal: Terminal): void {
  const plugin = program.command('plugin').description('Show what the pipeline can be made of; make a plugin, and test it.');
  const list = plugin
    .command('list')
    .description('List the plugins with the places of the configuration that use them.')
    .option('--json', 'print JSON');
  withSettings(list, ['config']).action((options: SettingFlags & { readonly json?: true }) => listPlugins(options, terminal));
  addNewPlugin(plugin, terminal);
  addTestPlugin(plugin, terminal);
}

interface ListedPlugin {
  readonly kind: Kind;
  readonly name: string;
  /** Null for a plugin that is not shipped. */
  readonly file: string | null;
  /** The places of the configuration that use it: 'tiers[0]'. */
  readonly used: readonly string[];
}

async function listPlugins({ json, ...flags }: SettingFlags & { readonly json?: true }, terminal: Terminal): Promise<void> {
  const uses = await usesOf(await loadConfigFor(flags, terminal));
  const listed = [...shippedPlugins(uses), ...ownPlugins(uses)];
  const rows = listed.map((plugin) => row(plugin, terminal.cwd));
  print(terminal, json, listed, () => columns(rows));
}

interface PluginUse {
  readonly kind: Kind;
  readonly name: string;
  readonly place: string;
  /** Whether it is the shipped one of its name. One of your own may have the same name. */
  readonly shipped: boolean;
}

function usesOf({ engine }: LoadedConfig): Promise<readonly PluginUse[]> {
  const use = async ({ plugin }: Part, place: string): Promise<PluginUse> => {
    const { kind, name } = plugin;
    // One that cannot be loaded, as without its SDK, is not in use.
    const namesake = shippedNames(kind).includes(name) && (await loadPluginFile(shippedFile(name, kind)).catch(() => undefined));
    return { kind, name, place, shipped: namesake === plugin };
  };
  const lists = {
    converters: engine.converters,
    recognizers: engine.recognizers ?? [],
    tiers: engine.tiers,
    witnesses: engine.witnesses ?? [],
    rules: engine.rules ?? [],
  };
  const listed = Object.entries<readonly Part[]>(lists).flatMap(([key, parts]) =>
    parts.map((part, index) => use(part, `${key}[${index}]`)),
  );
  const single = { gate: engine.gate, injector: engine.injector, ...(engine.splitter && { splitter: engine.splitter }) };
  return Promise.all([...listed, ...Object.entries(single).map(([key, part]) => use(part, key))]);
}

const placesOf = (kind: Kind, name: string, uses: readonly PluginUse[]): readonly string[] =>
  uses.filter((use) => use.kind === kind && use.name === name).map(({ place }) => place);

function shippedPlugins(all: readonly PluginUse[]): readonly ListedPlugin[] {
  const uses = all.filter(({ shipped }) => shipped);
  return kinds.flatMap((kind) =>
    shippedNames(kind).map((name) => ({ kind, name, file: shippedFile(name, kind), used: placesOf(kind, name, uses) })),
  );
}

function ownPlugins(all: readonly PluginUse[]): readonly ListedPlugin[] {
  const uses = all.filter(({ shipped }) => !shipped);
  const others = uses.filter(({ kind, name }, index) => uses.findIndex((use) => use.kind === kind && use.name === name) === index);
  return others.map(({ kind, name }) => ({ kind, name, file: null, used: placesOf(kind, name, uses) }));
}

const row = ({ kind, name, file, used }: ListedPlugin, cwd: string): readonly string[] => [
  kind,
  name,
  file === null ? 'your own' : relative(cwd, file),
  used.join(', '),
];
