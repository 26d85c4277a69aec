import type { QueryResultRow } from 'pg';
import { StoreError } from '../store.js';
import { within } from '../within.js';
import type { PostgresAddress } from './address.js';
import { driver } from './address.js';
import { migrate } from './migrate.js';

export interface PostgresConnection {
  /** Where the tables are, as SQL. */
  readonly schema: string;
  /** The present moment, as SQL. Each time it is evaluated it is another one. */
  readonly now: string;
  /** Runs one statement, which is whole or not at all. @throws StoreError */
  query<Row extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** Without them the driver waits for ever for a silent server. The server gives a statement up by itself, a little before we do. */
const limits = { connectionTimeoutMillis: 500, statement_timeout: 600, query_timeout: 700 };

/** After a quiet while many callers come at once: handshakes beside their documents would take a busy process longer than it waits. */
const keptMs = 300_000;

export function connect({ url, schema, connections }: PostgresAddress, now: string): PostgresConnection {
  const settings = { connectionString: url, application_name: 'vouch', ...limits };
  const pool = new (driver().Pool)({ ...settings, max: connections, idleTimeoutMillis: keptMs });
  // A connection that breaks while nobody uses it leaves the pool. Without a listener the process would end.
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
        await within(limits.query_timeout, ready());
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

/** A host with several addresses fails with several errors and no message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
