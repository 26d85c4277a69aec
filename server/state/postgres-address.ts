import { createRequire } from 'node:module';
import { ConfigError, once } from '../../core/index.js';

export interface PostgresAddress {
  /** The URL for the driver. It may contain a password. */
  readonly url: string;
  readonly schema: string;
  /** The most connections that one process opens. */
  readonly connections: number;
}

/**
 * Parses `postgres://user@host:5432/database?schema=vouch&connections=10`; other parameters, such as `sslmode`, are left to the driver.
 * @throws ConfigError that shows nothing of the address, because it may contain a password.
 */
export function addressOf(text: string): PostgresAddress {
  const url = URL.parse(text);
  if (!url)
    throw wrong(
      'is no address such as postgres://user@host:5432/database; in a password "/", "#", "?" and "@" are written %2F, %23, %3F and %40',
    );
  const { schema = 'vouch', connections = '10' } = Object.fromEntries(url.searchParams);
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) throw wrong('has a "schema" that is not lower-case letters, digits and "_"');
  if (!/^[1-9]\d{0,2}$/.test(connections)) throw wrong('has "connections" that are not a number from 1 to 999');
  url.searchParams.delete('schema');
  url.searchParams.delete('connections');
  checkByDriver(url.href);
  return { url: url.href, schema, connections: Number(connections) };
}

/** Creates a client that never connects, because a pool would check the address only when a request needs it. */
function checkByDriver(url: string): void {
  try {
    new (driver().Client)({ connectionString: url });
  } catch (error) {
    throw wrong(`cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const wrong = (what: string): ConfigError => new ConfigError(`The PostgreSQL store ${what}`, ['server', 'store']);

/** The PostgreSQL driver, loaded only when needed because it takes a twentieth of the start time. */
export const driver = once(() => createRequire(import.meta.url)('pg') as typeof import('pg'));
