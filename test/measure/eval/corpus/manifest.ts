import { existsSync, readFileSync } from 'node:fs';

/** The manifest entry of a document in a column; undefined when missing or empty. */
export type Manifest = (id: string, column: string) => string | undefined;

/** Reads the `manifest.csv` of a corpus, one line per document. Without a file every entry is undefined. */
export function readManifest(path: string): Manifest {
  const [header = [], ...records] = existsSync(path) ? readFileSync(path, 'utf8').trim().split(/\r?\n/).map(csvFields) : [];
  const byId = new Map(records.map((record) => [record[header.indexOf('id')], record]));
  return (id, column) => byId.get(id)?.[header.indexOf(column)] || undefined;
}

/** The fields of a line; quoted fields may contain commas and doubled quotes. Source: RFC 4180, without line breaks in fields. */
const csvFields = (line: string): readonly string[] =>
  [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
