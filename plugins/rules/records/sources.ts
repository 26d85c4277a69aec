import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CsvError, parse } from 'csv-parse/sync';
import { Pool } from 'pg';
import { ConfigError } from '../../../core/index.js';
import { squash } from '../../../core/text.js';
import { LookupError } from './host-lookup.js';

/** A row of the host's data, by the names of its columns. */
export type MasterRecord = Readonly<Record<string, string>>;

/** The columns of a rule. Only a file says which it has; what another source leaves out of a record is unknown. */
export interface Columns {
  /** Those that a file must have. */
  readonly columns: readonly string[];
  /** Those that it may have. */
  readonly optional?: readonly string[];
  /** How many of all these it must have; any number when absent. */
  readonly atLeast?: number;
  /** Those in which a value is looked up. */
  readonly searched: readonly string[];
}

/** Where rows come from. */
export interface RecordSource {
  readonly find: (value: string, signal: AbortSignal) => Promise<readonly MasterRecord[]>;
  /** Whether it answers from memory, so that nothing has to be kept. */
  readonly local: boolean;
  close?(): Promise<void> | void;
}

interface CsvTerms extends Columns {
  readonly folder: string;
}

/**
 * Reads a CSV file in UTF-8 with a header; commas, semicolons and tabs separate. Rows are found by their letters and digits.
 * @throws ConfigError with the file, and with the line of a row that is broken
 */
export function csvRecords(path: string, { folder, ...columns }: CsvTerms): RecordSource {
  const file = resolve(folder, path);
  const { header, records } = parsed(textOf(file), file);
  const flaw = flawIn(header, columns) ?? (records.length === 0 ? 'has a header and no rows' : undefined);
  if (flaw !== undefined) throw new ConfigError(`${file} ${flaw}`);
  const keyed = records.flatMap((record) => columns.searched.map((column) => ({ record, key: squash(record[column] ?? '') })));
  const byValue = Map.groupBy(
    keyed.filter(({ key }) => key !== ''),
    ({ key }) => key,
  );
  return { local: true, find: async (value) => [...new Set((byValue.get(squash(value)) ?? []).map(({ record }) => record))] };
}

/** What is wrong with the names of the columns, in words that follow the file. */
function flawIn(header: readonly string[], { columns, optional = [], atLeast = 0 }: Columns): string | undefined {
  const all = [...columns, ...optional];
  const doubled = header.find((name, at) => name !== '' && header.indexOf(name) !== at);
  const missing = columns.find((column) => !header.includes(column));
  if (header.length === 0) return 'is empty';
  if (doubled !== undefined) return `has two columns "${doubled}"`;
  if (missing !== undefined) return `has no column "${missing}"; it has ${header.join(', ')}`;
  if (all.filter((column) => header.includes(column)).length >= atLeast) return undefined;
  return `needs at least ${atLeast} of the columns ${all.join(', ')}; it has ${header.join(', ')}`;
}

function textOf(file: string): string {
  const bytes = bytesOf(file);
  if (isUtf8(bytes)) return bytes.toString();
  throw new ConfigError(`${file}, line ${lineOfOther(bytes)}: is not UTF-8; save the file in this encoding`);
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new ConfigError(`the file ${file} cannot be read`, [], { cause });
  }
}

/** The first line that is not UTF-8. No character of UTF-8 has the byte of a line's end in it. */
function lineOfOther(bytes: Buffer): number {
  let line = 1;
  for (let start = 0, end = bytes.indexOf(lineFeed); end >= 0 && isUtf8(bytes.subarray(start, end)); line += 1) {
    start = end + 1;
    end = bytes.indexOf(lineFeed, start);
  }
  return line;
}

const lineFeed = 0x0a;

interface ParsedCsv {
  readonly header: readonly string[];
  readonly records: readonly MasterRecord[];
}

function parsed(text: string, file: string): ParsedCsv {
  let header: readonly string[] = [];
  const columns = (names: readonly string[]) => {
    header = names;
    return [...names];
  };
  try {
    const records = parse<MasterRecord>(text, { columns, bom: true, skip_empty_lines: true, trim: true, delimiter: [',', ';', '\t'] });
    return { header, records };
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new ConfigError(`${file}, line ${String(cause['lines'] ?? '?')}: ${flaws[cause.code] ?? cause.code}`, [], { cause });
  }
}

/** What is wrong with a row, without its content. */
const flaws: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: 'the row has not as many columns as the header',
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'something follows a closing quotation mark',
  INVALID_OPENING_QUOTE: 'a quotation mark stands inside of a value',
};

/** Asks a service, which answers a JSON list of records, one record, or 404. @throws ConfigError for an address that cannot be asked */
export function httpRecords(url: string, authorization: string | undefined): RecordSource {
  if (!url.includes('{value}')) throw new ConfigError('"url" needs {value} where the value that is looked up belongs');
  if (!isAskable(url)) throw new ConfigError('"url" must be an address of http or https; a key belongs into "authorization"');
  const headers = { accept: 'application/json', ...(authorization !== undefined && { authorization }) };
  return {
    local: false,
    async find(value, signal) {
      const response = await fetch(url.replaceAll('{value}', encodeURIComponent(value)), { headers, redirect: 'error', signal });
      if (response.status === 404) return [];
      if (!response.ok) throw new LookupError(`it answered ${response.status}`, { refused: isRefusal(response.status) });
      const body: unknown = await response.json().catch(() => undefined);
      const records = Array.isArray(body) ? body : [body];
      if (!records.every(isRecord)) throw new LookupError('its answer is no list of records');
      return records.map(asTexts);
    },
  };
}

/** Whether a status is about the question, and no outage: the source is up. */
const isRefusal = (status: number): boolean => status < 500 && status !== 408 && status !== 429;

/** Whether an address can be asked: a name and a password in it cannot be sent. */
function isAskable(url: string): boolean {
  const { protocol, username, password } = URL.parse(url) ?? { protocol: '', username: '', password: '' };
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values as texts; what is null or nested is left out. */
const asTexts = (record: object): MasterRecord =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => (value === null || typeof value === 'object' ? [] : [[name, String(value)]])),
  );

/** Asks a database with one statement, which has `$1` for the value. @throws ConfigError where the address is neither PostgreSQL's nor SQLite's */
export function sqlRecords(address: string, query: string, folder: string): RecordSource {
  if (!query.includes('$1')) throw new ConfigError('"query" needs $1 where the value that is looked up belongs');
  if (/^postgres(?:ql)?:\/\//.test(address)) return postgresRecords(address, query);
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(address)?.[1];
  if (file === undefined) throw new ConfigError('"sql" must begin with postgres:// or sqlite:');
  return sqliteRecords(resolve(folder, file), query);
}

/** A connection that is idle breaks unnoticed: the pool makes another for the next question. */
function postgresRecords(connectionString: string, query: string): RecordSource {
  const pool = new Pool({ connectionString, max: 4, application_name: 'vouch rules' });
  pool.on('error', () => undefined);
  return {
    local: false,
    find: async (value) => (await pool.query<object>(query, [value]).catch(asRefusal)).rows.map(asTexts),
    close: () => pool.end(),
  };
}

/** A value that its column cannot hold is no outage. Source: class 22 of PostgreSQL's error codes, data exceptions. */
function asRefusal(cause: unknown): never {
  if (cause instanceof Error && 'code' in cause && String(cause.code).startsWith('22'))
    throw new LookupError('it does not take such a value', { cause, refused: true });
  throw cause;
}

function sqliteRecords(file: string, query: string): RecordSource {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    const statement = database.prepare(query.replaceAll('$1', '?1'));
    return { local: false, find: async (value) => statement.all(value).map(asTexts), close: () => database.close() };
  } catch (cause) {
    throw new ConfigError(`${file}: ${cause instanceof Error ? cause.message : 'cannot be opened'}`, [], { cause });
  }
}
