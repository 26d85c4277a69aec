import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { ConfigError } from '../../../core/index.js';
import { asTexts } from './http.js';
import type { RecordSource } from './record-source.js';

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
    find: async (value) => (await pool.query<object>(query, [value])).rows.map(asTexts),
    close: () => pool.end(),
  };
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
