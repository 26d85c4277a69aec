import type { Pool, PoolClient } from 'pg';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { Chain, type Database, type Query, tableNames, tablesOf } from './database.js';
import { databaseStore } from './database-store.js';
import { addressOf, driver, type PostgresAddress } from './postgres-address.js';
import { migratePostgres } from './postgres-schema.js';
import { type Store, StoreError } from './store.js';
import { within } from './within.js';

/**
 * A store in a PostgreSQL database that any number of machines can share. It connects and creates its tables on first use.
 * `now` is the SQL expression of the server's clock, which tests can replace.
 * @throws ConfigError when the address is not one.
 */
export const postgresStore = (address: string, now = 'clock_timestamp()'): Store =>
  databaseStore(postgresDatabase(addressOf(address), now));

/** Without timeouts the driver waits forever for a silent server. The server cancels a statement a little before the driver does. */
const timeouts = { connectionTimeoutMillis: 500, statement_timeout: 600, query_timeout: 700 };

/** Connections stay open, because after a quiet period many new handshakes at once would exceed the timeouts of a busy process. */
const idleMs = 300_000;

/** The dialect of PostgreSQL. Each evaluation of its clock yields a new time. */
export function postgresDatabase({ url, schema, connections }: PostgresAddress, clock: string): Database {
  const settings = { connectionString: url, application_name: 'vouch', ...timeouts };
  const pool = new (driver().Pool)({ ...settings, max: connections, idleTimeoutMillis: idleMs });
  // The pool drops a connection that breaks while idle. Without a listener the process would end.
  pool.on('error', ignore);

  let migrated: Promise<void> | undefined;
  const ready = (): Promise<Pool> => {
    migrated ??= migratePostgres(settings, schema).catch((error) => {
      migrated = undefined;
      throw error;
    });
    return within(timeouts.query_timeout, migrated).then(() => pool);
  };
  const query: Query = <Row extends object>(statement: Sql | Chain) => told(ready().then((open) => rowsOf<Row>(open, statement)));
  const transaction: Database['transaction'] = async (work) => inTransaction(await told(ready().then((open) => open.connect())), work);
  const tables = tablesOf(tableNames, (name) => `"${schema}".${name}`);
  const day = `(${clock} AT TIME ZONE 'utc')::date`;
  let closed: Promise<void> | undefined;
  return {
    tables,
    now: raw(clock),
    today: raw(day),
    yesterday: raw(`(SELECT ${day} - 1)`),
    ms: (value) => sql`${value} * interval '1 ms'`,
    isOneOf: (list) => sql`= ANY(${list}::text[])`,
    forUpdate: raw(' FOR UPDATE'),
    skipLocked: raw(' FOR UPDATE SKIP LOCKED'),
    releasesAtReserve: false,
    slice: 5_000,
    query,
    longQuery: (statement) => transaction((inside) => inside(statement)),
    queryAtOnce: query,
    transaction,
    async lock(inside, name) {
      await inside(sql`SELECT pg_advisory_xact_lock(hashtext(${name}))`);
    },
    async ping() {
      await query(sql`SELECT count(*) FROM ${tables.secret}`);
    },
    close() {
      closed ??= pool.end();
      return closed;
    },
  };
}

async function inTransaction<T>(client: PoolClient, work: (query: Query) => Promise<T>): Promise<T> {
  const limits = { query_timeout: transactionMs };
  const query: Query = <Row extends object>(statement: Sql | Chain) => told(rowsOf<Row>(client, statement, limits));
  let failure: Error | undefined;
  // A connection that breaks tells its statement, and then says so itself. Without a listener the process would end.
  client.on('error', ignore);
  try {
    const timeout = raw(String(transactionMs));
    await query(sql`BEGIN; SET LOCAL statement_timeout = ${timeout}; SET LOCAL idle_in_transaction_session_timeout = ${timeout}`);
    const result = await work(query);
    await query(sql`COMMIT`);
    return result;
  } catch (error) {
    await query(sql`ROLLBACK`).catch((broken) => {
      failure = broken;
    });
    throw error;
  } finally {
    client.off('error', ignore);
    // A connection that could not be rolled back is closed, which rolls back as well.
    client.release(failure);
  }
}

/** The driver takes the time of one query, which its types do not know. */
async function rowsOf<Row extends object>(
  connection: Pick<Pool, 'query'>,
  statement: Sql | Chain,
  limits: { readonly query_timeout?: number } = {},
): Promise<readonly Row[]> {
  const { text, values } = statement instanceof Chain ? inOne(statement) : statement;
  return (await connection.query<Row>({ text, values: values.map(withoutNul), ...limits })).rows;
}

/** No text of PostgreSQL has this character: an id that has it is one that nothing has, and no reason to fail. */
const withoutNul = (value: unknown): unknown => (typeof value === 'string' ? value.replaceAll('\0', '\u{fffd}') : value);

const inOne = ({ steps, last }: Chain): Sql =>
  sql`WITH ${join(steps.map(([table, statement]) => sql`${raw(table)} AS (${statement})`))} ${last}`;

const told = <T>(answer: Promise<T>): Promise<T> => answer.catch((cause) => Promise.reject(new StoreError(reasonOf(cause), { cause })));

const ignore = (): void => undefined;

/** A document of 10 MB is one statement. */
const transactionMs = 10_000;

/** A host with several addresses fails with several errors and without a message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.map(reasonOf).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
