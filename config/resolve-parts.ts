import { isDeepStrictEqual } from 'node:util';
import { ConfigError, type EngineSettings, type Kind, type Part, type Plugin } from '../core/index.js';
import { allOrMistakes } from './all-mistakes.js';
import { type Config, type ConfigPath, type PartReference, pathText } from './config.js';
import { isPlugin, loadPluginFile, ofKind, pluginFile, shippedFile } from './load-plugin.js';
import type { Source } from './source.js';
import { fromText } from './variables.js';

type ResolvedParts = Required<Pick<EngineSettings, 'converters' | 'recognizers' | 'tiers' | 'witnesses' | 'gate' | 'rules' | 'injector'>> &
  Pick<EngineSettings, 'splitter'>;

export interface ResolveContext {
  readonly source: Source;
  /** The original texts that held a variable, by their place; there a text may stand for a number. */
  readonly variableTexts: ReadonlyMap<string, string>;
}

/**
 * Loads the plugin of every part of a configuration.
 * @throws ConfigError with the place of each part that is unknown or of the wrong kind, or of the first that is listed twice.
 */
export async function resolveParts(config: Config, context: ResolveContext): Promise<ResolvedParts> {
  const resolved = await allOrMistakes(
    namedParts(config).map(async ({ reference, ...at }) => ({ key: at.place[0], part: await resolvePart(reference, at, context) })),
  );
  const partsAt = (key: string): readonly Part[] => resolved.flatMap((one) => (one.key === key ? [one.part] : []));
  const parts = Object.fromEntries([
    ...listKeys.map((key) => [key, partsAt(key)]),
    ...singleKinds.flatMap((key) => partsAt(key).map((part) => [key, part])),
  ]) as ResolvedParts;
  refuseDuplicates(parts, context.source);
  return parts;
}

/** The parts that a configuration names, in the order in which their mistakes are told. */
export function namedParts(config: Config): readonly (PartPosition<Kind> & { readonly reference: PartReference })[] {
  const listed = listKeys.flatMap((key) => {
    const references: readonly PartReference[] = config[key];
    return references.map((reference, index) => ({ reference, kind: listKinds[key], place: [key, index] }));
  });
  const single = singleKinds.flatMap((kind) => {
    const reference = config[kind];
    return reference === undefined ? [] : [{ reference, kind, place: [kind] }];
  });
  return [...listed, ...single];
}

const listKinds = { converters: 'converter', recognizers: 'recognizer', tiers: 'model', witnesses: 'model', rules: 'rule' } as const;
const listKeys = Object.keys(listKinds) as readonly (keyof typeof listKinds)[];
const singleKinds = ['gate', 'injector', 'splitter'] as const;

export interface PartPosition<K extends Kind> {
  readonly kind: K;
  readonly place: ConfigPath;
}

/**
 * Loads the plugin of one part.
 * @throws ConfigError with its place where it is unknown or of another kind
 */
export async function resolvePart<K extends Kind>(
  reference: PartReference<K>,
  at: PartPosition<K>,
  context: ResolveContext,
): Promise<Part<K>> {
  try {
    const { use, argument, options } = split(reference);
    const plugin = ofKind(isPlugin(use) ? use : await loadPlugin(use, at.kind, context.source), at.kind);
    const set = { ...withTypedVariables(options, plugin, at.place, context), ...optionOfArgument(argument, plugin) };
    return { plugin, options: set, label: label(plugin, set) };
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    throw context.source.error(cause.message, at.place, { of: 'value', cause });
  }
}

async function loadPlugin(name: string, kind: Kind, source: Source): Promise<Plugin> {
  const file = pluginFile(name, kind, source.folder);
  if (file !== shippedFile(name, kind)) source.requireOwn(file);
  return loadPluginFile(file, name);
}

interface SplitReference {
  readonly use: string | Plugin;
  readonly argument?: string;
  readonly options: Readonly<Record<string, unknown>>;
}

function split(reference: PartReference): SplitReference {
  if (isPlugin(reference)) return { use: reference, options: {} };
  const { use, ...options } = typeof reference === 'string' ? { use: reference } : reference;
  if (typeof use !== 'string') return { use, options };
  const [, name = use, argument] = /^((?:[A-Za-z]:[\\/])?[^:]*):(.*)$/s.exec(use) ?? [];
  return argument === undefined ? { use: name, options } : { use: name, argument, options };
}

/** Converts options that came from a variable, which is always a text, to the type that the plugin asks for. */
function withTypedVariables(
  options: SplitReference['options'],
  plugin: Plugin,
  place: ConfigPath,
  { variableTexts }: ResolveContext,
): SplitReference['options'] {
  const entries = Object.entries(options).map(([name, value]) => {
    const type = plugin.options?.properties[name]?.type;
    return [name, typeof value === 'string' && variableTexts.has(pathText([...place, name])) ? fromText(value, type) : value];
  });
  return Object.fromEntries(entries);
}

function optionOfArgument(argument: string | undefined, plugin: Plugin): SplitReference['options'] {
  if (argument === undefined) return {};
  if (plugin.argument === undefined)
    throw new ConfigError(`"${plugin.name}" takes nothing after a colon, but is given "${argument}".${optionsHint(plugin)}`);
  if (argument === '') throw new ConfigError(`after "${plugin.name}:" the ${plugin.argument} is missing.`);
  return { [plugin.argument]: fromText(argument, plugin.options?.properties[plugin.argument]?.type) };
}

const optionsHint = (plugin: Plugin): string => {
  const names = Object.keys(plugin.options?.properties ?? {});
  return names.length === 0 ? '' : ` Its options are written { use: ${plugin.name}, … }: ${names.join(', ')}.`;
};

function label(plugin: Plugin, options: SplitReference['options']): string {
  const argument = plugin.argument === undefined ? undefined : options[plugin.argument];
  return typeof argument === 'string' ? `${plugin.name}:${argument}` : plugin.name;
}

/** A part that is listed twice must be a mistake: a tier would only repeat itself, and a witness would agree with itself. */
function refuseDuplicates(parts: ResolvedParts, source: Source): void {
  for (const key of listKeys) {
    const list: readonly Part[] = parts[key];
    for (const [index, part] of list.entries()) {
      const duplicate = list.slice(0, index).findIndex((earlier) => isDuplicate(earlier, part, key));
      if (duplicate >= 0)
        throw source.error(`"${part.label}" is there twice: it is ${pathText([key, duplicate])}, too.`, [key, index], { of: 'value' });
    }
  }
  for (const [index, witness] of parts.witnesses.entries()) {
    const tier = parts.tiers.findIndex((candidate) => isDuplicate(candidate, witness, 'witnesses'));
    if (tier >= 0)
      throw source.error(`"${witness.label}" cannot be its own witness: it is tiers[${tier}].`, ['witnesses', index], { of: 'value' });
  }
}

/** A second converter of the same name would never be asked, and two plugins of one name could not be told apart. */
const isDuplicate = (one: Part, other: Part, key: keyof ResolvedParts): boolean =>
  one.plugin.name === other.plugin.name &&
  (key === 'converters' || one.plugin !== other.plugin || isDeepStrictEqual(one.options, other.options));
