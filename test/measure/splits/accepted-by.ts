import { createEngine, type EngineSettings, type Schema } from '../../../core/index.js';
import local from '../../../plugins/models/local.js';
import splitter from '../../../plugins/splitters/starts.js';
import type { OpenDocuments } from '../faults/run/open-documents.js';
import { type AcceptedValues, acceptedValues } from './foreign-values.js';
import { inTurn } from './in-turn.js';
import type { JoinedFile } from './joined-file.js';
import { mixingReader } from './mixing-reader.js';

/** How the files are read. */
export interface AcceptedTerms {
  readonly settings: EngineSettings;
  readonly schema: Schema;
  readonly corpus: string;
  /** The name of the recorded readings that are mixed; undefined where the local reader alone is asked. */
  readonly readings: string | undefined;
  readonly open: OpenDocuments['open'];
}

/** What was accepted of each file, by one way of reading. */
export interface AcceptedBy {
  readonly what: string;
  readonly values: readonly AcceptedValues[];
}

/** The accepted values of the files, as one document and in parts, by the local reader and by mixed readings. */
export async function acceptedBy(
  files: readonly JoinedFile[],
  { settings, schema, corpus, readings, open }: AcceptedTerms,
): Promise<readonly AcceptedBy[]> {
  const parted = { splitter: { plugin: splitter } };
  const byName = new Map(files.map((file) => [file.name, file]));
  const mixed = readings !== undefined && {
    tiers: [{ plugin: mixingReader(byName, { corpus, readings }), label: readings }],
    witnesses: [{ plugin: local, label: 'local' }],
  };
  const ways: readonly (readonly [string, EngineSettings])[] = [
    ['local, one document', settings],
    ['local, in parts', { ...settings, ...parted }],
    ...(mixed
      ? ([
          ['mixed, one document', { ...settings, ...mixed }],
          ['mixed, in parts', { ...settings, ...mixed, ...parted }],
        ] as const)
      : []),
  ];
  return inTurn(ways, async ([what, terms]) => {
    const engine = createEngine(terms);
    try {
      return {
        what,
        values: await inTurn(files, async (file) => acceptedValues(await engine.extract({ file, schema }), file, await open(file))),
      };
    } finally {
      await engine.close();
    }
  });
}
