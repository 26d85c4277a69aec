import { PluginFactory } from '../../core/assembly/plugin-factory.js';
import { apiMismatch, ConfigError, type EarlierDocuments, type Kind, type Kinds, type Part } from '../../core/index.js';

/** What a plugin gets from its host. */
export interface PluginHost {
  /** By the names of their environment variables; others are missing. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Where paths in options begin; the working directory when absent. */
  readonly folder?: string;
  readonly earlierDocuments?: EarlierDocuments;
}

/** A plugin that was created as an engine does it. */
export interface Instance<K extends Kind> {
  readonly part: Kinds[K];
  /** What it has logged so far. */
  readonly logged: readonly string[];
  /** Runs what the plugin wants to run at the end. */
  close(): Promise<void>;
}

/**
 * Creates a plugin as an engine does: with checked options, their defaults, and a context.
 * @throws ConfigError where the engine would refuse it at the start.
 */
export function instanceOf<K extends Kind>(part: Part<K>, host: PluginHost = {}): Instance<K> {
  const foreign = apiMismatch(part.plugin, part.plugin.name);
  if (foreign) throw new ConfigError(foreign);
  const logged: string[] = [];
  const factory = new PluginFactory({ ...hostSettings(host), log: (message) => void logged.push(message) });
  const made = factory.make(part, []);
  return {
    part: made,
    logged,
    close: async () => void (await Promise.allSettled(factory.closers.map(async (close) => close()))),
  };
}

/** A host as settings of an engine. */
export const hostSettings = ({ secrets = {}, folder, earlierDocuments }: PluginHost) => ({
  secret: (name: string): string | undefined => secrets[name],
  ...(folder !== undefined && { folder }),
  ...(earlierDocuments && { earlierDocuments }),
});
