import { ConfigError } from '../../core/index.js';
import { withFallback } from './fallback.js';
import { postgresStore } from './postgres.js';
import { sqliteStore } from './sqlite.js';
import type { Store } from './store.js';

/**
 * Opens the store of an address: `sqlite:<file>`, `memory:`, or `postgres://…`, whose server may start later.
 * @throws ConfigError when the address is none of them, or the file cannot be opened.
 */
export function openStore(address: string): Store {
  if (address === 'memory:') return sqliteStore(':memory:');
  if (/^postgres(ql)?:/.test(address)) return withFallback(postgresStore(address), sqliteStore(':memory:'));
  const file = /^sqlite:(?<file>.+)$/s.exec(address)?.groups?.['file'];
  if (file === undefined)
    throw new ConfigError(`store must be "sqlite:<file>", "memory:" or "postgres://…", not "${scheme(address)}"`, ['server', 'store']);
  try {
    return sqliteStore(file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`The store ${file} cannot be opened: ${reason}`, ['server', 'store'], { cause });
  }
}

/** Only the part before the colon is shown, because an address may contain a password. */
const scheme = (address: string): string => address.replace(/:.*/s, ':…');
