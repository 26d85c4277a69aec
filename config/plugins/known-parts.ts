import type { Kind, PlacedPart, Plugin } from '../../core/index.js';
import type { Config, PartReference } from '../config.js';
import type { ConfigPath } from '../sources/config-path.js';
import { type PartPosition, type ResolveContext, resolvePart } from './resolve-parts.js';

/** The parts of a configuration that can be loaded, whatever is wrong with the others. */
export async function knownParts(config: Config, context: ResolveContext): Promise<readonly PlacedPart[]> {
  const settled = await Promise.allSettled(
    namedParts(config).map(async ({ reference, ...at }) => ({ part: await resolvePart(reference, at, context), place: at.place })),
  );
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** The plugin of the part at a place or around it: of `['rules', 2]` for `['rules', 2, 'that']`. */
export const pluginAround = (place: ConfigPath, parts: readonly PlacedPart[]): Plugin | undefined =>
  parts.find((part) => part.place.every((step, index) => step === place[index]))?.part.plugin;

type NamedPart = PartPosition<Kind> & { readonly reference: PartReference };

function namedParts(config: Config): readonly NamedPart[] {
  const listed = Object.entries(listKinds).flatMap(([key, kind]) => {
    const references: readonly PartReference[] = config[key as keyof typeof listKinds];
    return references.map((reference, index) => ({ reference, kind, place: [key, index] }));
  });
  const single = singleKinds.flatMap((kind) => {
    const reference = config[kind];
    return reference === undefined ? [] : [{ reference, kind, place: [kind] }];
  });
  return [...listed, ...single];
}

const listKinds = { converters: 'converter', recognizers: 'recognizer', tiers: 'model', witnesses: 'model', rules: 'rule' } as const;
const singleKinds = ['gate', 'injector', 'splitter'] as const;
