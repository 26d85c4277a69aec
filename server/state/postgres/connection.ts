import type { PoolClient, QueryResultRow } from 'pg';
import { StoreError } from '../store.js';
import { within } from '../within.js';
import { driver, type PostgresAddress } from './address.js';
import { migrate } from './migrate.js';

export type Query = <Row extends QueryResultRow>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

export interface PostgresConnection {
  /** The schema of the tables, quoted as SQL. */
  readonly schema: string;
  /** The current time as an SQL expression. Each evaluation yields a new time. */
  readonly now: string;
  /** Runs one statement, which is atomic. @throws StoreError */
  readonly query: Query;
  /** Runs several statements that happen together or not at all. A statement may take longer in it. @throws StoreError, and what `work` throws */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** The address for a driver of its own. It may contain a password. */
  readonly url: string;
  /** The schema of the tables as it is called. */
  readonly schemaName: string;
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
    url,
    schemaName: schema,
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
    async transaction(work) {
      const client = await within(timeouts.query_timeout, ready())
        .then(() => pool.connect())
        .catch((cause) => Promise.reject(new StoreError(reasonOf(cause), { cause })));
      return inTransaction(client, work);
    },
    close() {
      closed ??= pool.end();
      return closed;
    },
  };
}

async function inTransaction<T>(client: PoolClient, work: (query: Query) => Promise<T>): Promise<T> {
  const query: Query = async <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) => {
    // The driver takes the time of one query, which its types do not know.
    const statement = { text, values: [...values], query_timeout: transactionMs };
    return (await client.query<Row>(statement).catch((cause) => Promise.reject(new StoreError(reasonOf(cause), { cause })))).rows;
  };
  let failure: Error | undefined;
  // A connection that breaks tells its statement, and then says so itself. Without a listener the process would end.
  client.on('error', ignore);
  try {
    await query(`BEGIN; SET LOCAL statement_timeout = ${transactionMs}; SET LOCAL idle_in_transaction_session_timeout = ${transactionMs}`);
    const result = await work(query);
    await query('COMMIT');
    return result;
  } catch (error) {
    await query('ROLLBACK').catch((broken) => {
      failure = broken;
    });
    throw error;
  } finally {
    client.off('error', ignore);
    // A connection that could not be rolled back is closed, which rolls back as well.
    client.release(failure);
  }
}

const ignore = (): void => undefined;

/** A document of 10 MB is one statement. */
const transactionMs = 10_000;

/** A host with several addresses fails with several errors and without a message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
