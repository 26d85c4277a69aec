import { existsSync, readFileSync } from 'node:fs';

/** What a column of the manifest says of a document; undefined where the manifest lacks it or says nothing. */
export type Manifest = (id: string, column: string) => string | undefined;

/** Reads a corpus's `manifest.csv`, one line a document; says nothing where there is none. */
export function readManifest(path: string): Manifest {
  const [header = [], ...records] = existsSync(path) ? readFileSync(path, 'utf8').trim().split(/\r?\n/).map(csvFields) : [];
  const byId = new Map(records.map((record) => [record[header.indexOf('id')], record]));
  return (id, column) => byId.get(id)?.[header.indexOf(column)] || undefined;
}

/** The fields of a line; a quoted one may hold commas and doubled quotes. Source: RFC 4180, without line breaks inside fields. */
const csvFields = (line: string): readonly string[] =>
  [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
