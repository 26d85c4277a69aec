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
    return withFallback(sqliteStore(file), sqliteStore(':memory:'), fileOutages);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`The store ${file} cannot be opened: ${reason}`, ['server', 'store'], { cause });
  }
}

/**
 * A file that is locked or whose disk is full can still be read: keys are known, rates are counted here. Probes are told at once, because no
 * network is between that could hiccup.
 */
const fileOutages = { waitMs: 2_500, toleratedMs: 0 };

/** Only the part before the colon is shown, because an address may contain a password. */
const scheme = (address: string): string => address.replace(/:.*/s, ':…');
