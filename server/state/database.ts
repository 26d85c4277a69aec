import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { KeptPage } from './kept-page.js';

/**
 * What all subjects of the store need of a database. Their statements are written once for both dialects; what truly differs between SQLite
 * and PostgreSQL stands in `sqlite.ts` and `postgres.ts`. For the statements:
 * - SQLite's `greatest`, `least` and `gen_random_uuid` are functions that the connection registers, with the meaning that PostgreSQL gives them;
 * - conditions of a partial index are written out, because a parameter would hide them from the planner;
 * - where a condition compares with the time it is `(SELECT now)`: PostgreSQL then reads the clock once, and can use an index.
 */
export interface Database {
  readonly tables: Readonly<Record<Table, Sql>>;
  /** The database's own time. */
  readonly now: Sql;
  /** The UTC day of that time, and the one before. */
  readonly today: Sql;
  readonly yesterday: Sql;
  /** A duration, to be added to a time. */
  ms(value: number): Sql;
  /** The condition that a text is one of a list of any length; it follows the text. */
  isOneOf(list: readonly string[]): Sql;
  /** Keeps the selected rows for this transaction; SQLite's has the whole file. */
  readonly forUpdate: Sql;
  /** The same, leaving out rows that another transaction has. */
  readonly skipLocked: Sql;
  /** Whether expired holds are released whenever credits are reserved, not by the sweep alone: where it costs no round trip. */
  readonly releasesAtReserve: boolean;
  /** How many rows one transaction changes at most where there may be very many: SQLite blocks the event loop meanwhile. */
  readonly slice: number;
  /** Runs one statement or chain, which is atomic. @throws StoreError */
  readonly query: Query;
  /** The same of what may take longer than a statement usually does, such as one with many bytes or rows. */
  readonly longQuery: Query;
  /** The same, but rejects at once where it would have to wait for the lock of another process. */
  readonly queryAtOnce: Query;
  /** Runs several statements that happen together or not at all. @throws StoreError, and what `work` throws */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Has other transactions with this name wait until this one ends. */
  lock(query: Query, name: string): Promise<void>;
  /** Rejects where the database cannot be used, or nothing can be written. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** What a statement usually has time for. Most answers are smaller, and a long query is three of them. */
export const usualBytes = 2 ** 20;

/**
 * Reads rows of which one column, which has this name, may hold more bytes than a statement usually has time for: those that do are read again, with
 * more time. `select` makes the statement of how the column is read.
 */
export async function withLarge<Row extends object>(
  { query, longQuery }: Pick<Database, 'query' | 'longQuery'>,
  column: { readonly name: string; readonly of: string },
  select: (column: Sql) => Sql,
): Promise<readonly Row[]> {
  const [stored, name] = [raw(column.of), raw(column.name)];
  const isLarge = sql`coalesce(length(${stored}) > ${usualBytes}, false)`;
  const rows = await query<Row & { readonly is_large: boolean | number }>(
    select(sql`CASE WHEN NOT ${isLarge} THEN ${stored} END AS ${name}, ${isLarge} AS is_large`),
  );
  if (rows.some(({ is_large: large }) => large)) return longQuery<Row>(select(stored));
  return rows.map(({ is_large: _, ...row }) => row as unknown as Row);
}

export type Query = <Row extends object>(statement: Sql | Chain) => Promise<readonly Row[]>;

/** The tables by what they hold. In PostgreSQL the name job was taken, by a queue that earlier versions used. */
export const tableNames = {
  secret: 'secret',
  key: 'key',
  formerSecret: 'former_secret',
  rate: 'rate',
  quota: 'quota',
  hold: 'hold',
  answer: 'answer',
  job: 'job_record',
  jobLine: 'job_line',
  jobTurn: 'job_turn',
  verdict: 'verdict',
  judgment: 'judgment',
  batch: 'batch',
  file: 'file',
  piece: 'document_piece',
  gonePiece: 'gone_piece',
  webhook: 'webhook',
  message: 'webhook_message',
  attempt: 'webhook_attempt',
};
export type Table = keyof typeof tableNames;

export const tablesOf = (names: Readonly<Record<Table, string>>, qualified: (name: string) => string): Database['tables'] =>
  Object.fromEntries(Object.entries(names).map(([table, name]) => [table, raw(qualified(name))])) as unknown as Database['tables'];

/**
 * Statements of which each can read the rows that those before it returned, as a table such as `ended(id, day)`. PostgreSQL runs them as one
 * statement, so that no process can stop halfway and leave a row locked for all the others; SQLite runs them one after the other in a transaction.
 * The rows may hold texts and numbers.
 */
export class Chain {
  constructor(
    readonly steps: readonly (readonly [table: string, statement: Sql])[],
    readonly last: Sql,
  ) {}
}

/** A time as a driver reads it: SQLite's are milliseconds since 1970. */
export type Time = Date | number;

export const dateOf = (time: Time | null | undefined): Date | null => (time === null || time === undefined ? null : new Date(time));

const isTimeName = /^at$|(?:At|Since|Until)$/;

/** The record of a row whose columns are named as its members are: what a driver reads as a number where a name says a time becomes a date. */
export const recordOf = <Kept extends object>(row: Kept): Kept =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'number' && isTimeName.test(name) ? new Date(value) : value]),
  ) as Kept;

/** A row that is there by the nature of the statement, such as that of a count. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('The store has lost a row');
  return row;
}

/** All conditions that are there. */
export const all = (...conditions: readonly (Sql | undefined)[]): Sql =>
  join(
    conditions.filter((condition) => condition !== undefined),
    ' AND ',
  );

/** A page of records of which one more was asked for than it has, to know whether another follows. */
export function pageOf<Kept extends { readonly id: string }, Name extends string>(name: Name, records: readonly Kept[], limit: number) {
  const page = records.slice(0, limit);
  const last = page.at(-1);
  return { [name]: page, ...(records.length > limit && last && { next: last.id }) } as KeptPage & Readonly<Record<Name, readonly Kept[]>>;
}
