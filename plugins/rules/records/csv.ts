import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { ConfigError } from '../../../core/index.js';
import { squash } from '../../../core/text.js';
import type { Columns, MasterRecord, RecordSource } from './record-source.js';

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
