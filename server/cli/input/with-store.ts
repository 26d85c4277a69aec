import { ConfigError } from '../../../core/index.js';
import { openStore } from '../../state/open-store.js';
import { type Store, StoreError } from '../../state/store.js';
import type { Terminal } from '../output/terminal.js';
import { loadConfigFor, type SettingFlags } from './settings-options.js';

/** Works on the store of the configuration. @throws ConfigError when that store is the memory of this very process, or cannot be reached. */
export async function withStore<T>(flags: SettingFlags, terminal: Terminal, work: (store: Store) => Promise<T>): Promise<T> {
  const { server } = await loadConfigFor(flags, terminal);
  if (server.store === 'memory:')
    throw new ConfigError('The store is memory:, which forgets a key at once. Name another: --store sqlite:<file>, or VOUCH_STORE.');
  const store = openStore(server.store);
  try {
    return await work(store);
  } catch (error) {
    throw error instanceof StoreError ? new ConfigError(`The store cannot be used: ${error.message}`, [], { cause: error }) : error;
  } finally {
    await store.close();
  }
}
