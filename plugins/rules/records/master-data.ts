import { ConfigError, type PluginContext } from '../../../core/index.js';
import { type HostLookup, hostLookup, lookupDefaults } from './host-lookup.js';
import { type Columns, csvRecords, httpRecords, type MasterRecord, type RecordSource, sqlRecords } from './sources.js';

/** Asks for the rows in which one of the searched columns is a value. Spaces, punctuation and case do not count in a file. */
export type MasterData = HostLookup<readonly MasterRecord[]>;

/** The options of a rule that uses master data: one of `csv`, `sql` and `url` says where it is. */
export const masterDataOptions = {
  csv: { type: 'string', minLength: 1, description: 'a CSV file with a header, read once at the start' },
  sql: { type: 'string', minLength: 1, description: 'postgres://… or sqlite:file; needs `query`' },
  query: { type: 'string', minLength: 1, description: 'a SELECT with $1 for the value that is looked up' },
  url: { type: 'string', minLength: 1, description: 'answers a JSON list of records; {value} stands for the value that is looked up' },
  authorization: { type: 'string', description: 'the header of that name for `url`: Bearer and a key' },
  timeout_ms: { type: 'integer', minimum: 1, default: lookupDefaults.timeoutMs },
  kept_ms: { type: 'integer', minimum: 1, default: lookupDefaults.keptMs, description: 'how long an answer is kept' },
  unanswered: {
    type: 'string',
    enum: ['cannot_verify', 'hold'],
    default: 'cannot_verify',
    description: 'what becomes of a document of which the source cannot say anything',
  },
} as const;

export interface MasterDataOptions {
  readonly csv?: string;
  readonly sql?: string;
  readonly query?: string;
  readonly url?: string;
  readonly authorization?: string;
  readonly timeout_ms?: number;
  readonly kept_ms?: number;
  readonly unanswered?: 'cannot_verify' | 'hold';
}

/** Which columns a rule uses, and what the data is called, as a sentence begins. */
interface MasterDataTerms extends Columns {
  readonly name: string;
}

/**
 * Opens the host's data.
 * @throws ConfigError where a file, a row or a column is wrong, with its place
 */
export function masterData(options: MasterDataOptions, { name, ...columns }: MasterDataTerms, context: PluginContext): MasterData {
  const source = sourceOf(options, columns, context);
  const { close } = source;
  if (close) context.onClose(() => close());
  return hostLookup(async (value, signal) => source.find(value, signal), {
    name,
    ...(options.timeout_ms !== undefined && { timeoutMs: options.timeout_ms }),
    ...(options.kept_ms !== undefined && { keptMs: options.kept_ms }),
    ...(source.local && { entries: 1 }),
    held: options.unanswered === 'hold',
    tell: (event) => {
      if (event !== 'refused') context.log(`lookup ${event}`, { source: name });
    },
  });
}

function sourceOf(
  { csv, sql, query, url, authorization }: MasterDataOptions,
  columns: Columns,
  { folder = '' }: PluginContext,
): RecordSource {
  if ([csv, sql, url].filter((one) => one !== undefined).length !== 1)
    throw new ConfigError('exactly one of "csv", "sql" and "url" says where the data is');
  if (csv !== undefined) return csvRecords(csv, { ...columns, folder });
  if (url !== undefined) return httpRecords(url, authorization);
  if (sql === undefined || query === undefined) throw new ConfigError('"sql" needs a "query" with $1 for the value that is looked up');
  return sqlRecords(sql, query, folder);
}
