import type { QueryResultRow } from 'pg';
import { StoreError } from '../store.js';
import { within } from '../within.js';
import { driver, type PostgresAddress } from './address.js';
import { migrate } from './migrate.js';

export interface PostgresConnection {
  /** The schema of the tables, quoted as SQL. */
  readonly schema: string;
  /** The current time as an SQL expression. Each evaluation yields a new time. */
  readonly now: string;
  /** Runs one statement, which is atomic. @throws StoreError */
  query<Row extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** Without timeouts the driver waits forever for a silent server. The server cancels a statement a little before the driver does. */
const timeouts = { connectionTimeoutMillis: 500, statement_timeout: 600, query_timeout: 700 };

/** Connections stay open, because after a quiet period many new handshakes at once would exceed the timeouts of a busy process. */
const idleMs = 300_000;

export function connect({ url, schema, connections }: PostgresAddress, now: string): PostgresConnection {
  const settings = { connectionString: url, application_name: 'vouch', ...timeouts };
  const pool = new (driver().Pool)({ ...settings, max: connections, idleTimeoutMillis: idleMs });
  // The pool drops a connection that breaks while idle. Without a listener the process would end.
  pool.on('error', () => undefined);

  let migrated: Promise<void> | undefined;
  const ready = (): Promise<void> => {
    migrated ??= migrate(settings, schema).catch((error) => {
      migrated = undefined;
      throw error;
    });
    return migrated;
  };
  let closed: Promise<void> | undefined;
  return {
    schema: `"${schema}"`,
    now,
    async query<Row extends QueryResultRow>(sql: string, values: readonly unknown[] = []) {
      try {
        await within(timeouts.query_timeout, ready());
        return (await pool.query<Row>(sql, [...values])).rows;
      } catch (cause) {
        throw new StoreError(reasonOf(cause), { cause });
      }
    },
    close() {
      closed ??= pool.end();
      return closed;
    },
  };
}

/** A host with several addresses fails with several errors and without a message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
