import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { ConfigError } from '../../../core/index.js';
import { squash } from '../../../core/internal.js';
import type { MasterRecord, RecordSource } from './record-source.js';

interface CsvTerms {
  readonly columns: readonly string[];
  readonly searched: readonly string[];
  readonly folder: string;
}

/**
 * Reads a CSV file with a header; commas, semicolons and tabs separate. Rows are found by their letters and digits.
 * @throws ConfigError with the file, and with the line of a row that is broken
 */
export function csvRecords(path: string, { columns, searched, folder }: CsvTerms): RecordSource {
  const file = resolve(folder, path);
  const records = parsed(textOf(file), file);
  const header = Object.keys(records[0] ?? {});
  const missing = columns.find((column) => !header.includes(column));
  if (missing !== undefined)
    throw new ConfigError(`${file} has no column "${missing}"; ${header.length > 0 ? `it has ${header.join(', ')}` : 'it has no rows'}`);
  const byValue = Map.groupBy(
    records.flatMap((record) => searched.map((column) => ({ record, key: squash(record[column] ?? '') }))).filter(({ key }) => key !== ''),
    ({ key }) => key,
  );
  return { local: true, find: async (value) => [...new Set((byValue.get(squash(value)) ?? []).map(({ record }) => record))] };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ConfigError(`the file ${file} cannot be read`, [], { cause });
  }
}

function parsed(text: string, file: string): readonly MasterRecord[] {
  try {
    return parse<MasterRecord>(text, { columns: true, bom: true, skip_empty_lines: true, trim: true, delimiter: [',', ';', '\t'] });
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
