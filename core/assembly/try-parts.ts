import type { ConfigError } from '../contracts/errors.js';
import type { Part } from '../contracts/extraction.js';
import { closeAll } from './close-all.js';
import { tryToMake } from './mistakes.js';
import { type FactorySettings, PluginFactory } from './plugin-factory.js';

/** A part with its place in the settings, such as `['rules', 2]`. */
export interface PlacedPart {
  readonly part: Part;
  readonly place: readonly (string | number)[];
}

/** What is wrong with these parts, of settings that are too mistaken for an engine: each is made as an engine would make it, and closed again. */
export function mistakesInParts(parts: readonly PlacedPart[], settings: FactorySettings): readonly ConfigError[] {
  const factory = new PluginFactory(settings);
  const mistakes = parts.flatMap(({ part, place }) => tryToMake(() => factory.make(part, place)).mistakes);
  void closeAll(factory.closers);
  return mistakes;
}
