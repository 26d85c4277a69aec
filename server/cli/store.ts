import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { LoadedConfig } from '../../config/index.js';
import { ConfigError, InputError } from '../../core/index.js';
import { looksLikeKey } from '../guards/key-secret.js';
import { idOfKey } from '../guards/manage-keys.js';
import { openStore } from '../state/open-store.js';
import { type KeyStore, type Store, StoreError } from '../state/store.js';
import { loadConfigFor, withSettings } from './options.js';
import type { Terminal } from './terminal.js';

/** The flags of a command that say where keys are. */
export interface StoreFlags {
  readonly config?: string;
  readonly store?: string;
}

export const withStoreFlags = (command: Command): Command => withSettings(command, ['config', 'store']);

/** Opens the configured store for some work. @throws ConfigError when the store is the memory of this process, or cannot be reached. */
export async function withStore<T>(
  { config, store: address }: StoreFlags,
  terminal: Terminal,
  work: (store: Store, loaded: LoadedConfig) => Promise<T>,
): Promise<T> {
  const loaded = await loadConfigFor({ config, store: address }, terminal);
  const { server } = loaded;
  if (server.store === 'memory:')
    throw new ConfigError('The store is memory:, which forgets a key at once. Name another: --store sqlite:<file>, or VOUCH_STORE.');
  const store = openStore(server.store);
  try {
    return await work(store, loaded);
  } catch (error) {
    throw error instanceof StoreError ? new ConfigError(`The store cannot be used: ${error.message}`, [], { cause: error }) : error;
  } finally {
    await store.close();
  }
}

/** A key as it is named on the command line: by its id or by a secret of it. */
export interface NamedKey {
  /** Undefined when the store has no key with this secret. */
  readonly id: string | undefined;
  readonly secret?: string;
}

/** Finds the key that an argument means: an id, a secret, or `-` for a secret on the standard input. */
export async function namedKey(argument: string, keys: KeyStore, { stdin }: Terminal): Promise<NamedKey> {
  const named = argument === '-' ? (await text(stdin)).trim() : argument;
  if (!looksLikeKey(named)) return { id: named };
  const id = await idOfKey(keys, named);
  return id === undefined ? { id } : { id, secret: named };
}

/** The argument may be a key, so no message repeats it. */
export const unknownKey = (): InputError =>
  new InputError('The store has no live key like that. vouch key list shows the ids; a key of VOUCH_KEYS ends when it leaves that list.');
