import { resolve } from 'node:path';
import type { Config, UserConfig } from '../config.js';
import { defaultConfig } from '../default.js';
import type { StoreAddress } from '../settings/table.js';

/**
 * Puts the keys of a file over the defaults; maps are merged key by key. A default witness that the file makes a tier is left out.
 * The data must have been validated.
 */
export function mergeDefaults(data: unknown): Config {
  const { $schema: _, ...file } = data as UserConfig & { readonly $schema?: string };
  const config = {
    ...defaultConfig,
    ...file,
    credits: { ...defaultConfig.credits, ...file.credits },
    outages: { ...defaultConfig.outages, ...file.outages },
    server: { ...defaultConfig.server, ...file.server },
  };
  const tiers = new Set(config.tiers.map(nameOf));
  return file.witnesses ? config : { ...config, witnesses: config.witnesses.filter((witness) => !tiers.has(nameOf(witness))) };
}

/** Resolves the file of the store from a folder, so that every command of a project finds the same keys wherever it is started. */
export const resolveStore = (folder: string, config: Config): Config => ({
  ...config,
  server: {
    ...config.server,
    store: config.server.store.replace(/^sqlite:(.+)$/s, (_, file: string) => `sqlite:${resolve(folder, file)}`) as StoreAddress,
  },
});

/** `local:thorough` → `local`. */
function nameOf(reference: Config['tiers'][number]): string {
  if (typeof reference === 'string') return reference.split(':')[0] ?? reference;
  return 'use' in reference ? nameOf(reference.use) : reference.name;
}
