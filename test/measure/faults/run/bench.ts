import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Cell,
  createEngine,
  type Document,
  type JsonObject,
  type Part,
  parseSchema,
  type SourceFile,
} from '../../../../core/index.js';
import required from '../../../../plugins/gates/required.js';
import replay from '../../../../plugins/models/replay.js';
import horizontalSum from '../../../../plugins/rules/horizontal-sum.js';
import verticalSum from '../../../../plugins/rules/vertical-sum.js';
import { schemaFor } from '../exhibits/schema-for.js';
import { cellsOf, type FaultSheet } from '../exhibits/sheet.js';
import { sha256Of } from './converted-once.js';
import { type OpenDocuments, openDocuments } from './open-documents.js';
import { type Appraisal, recorder } from './recorder.js';

/** A reading, and the document it claims to be of. */
export interface Submission {
  readonly file: SourceFile;
  readonly sheet: FaultSheet;
}

/** The real engine with `replay` as Tier 1 and all the shipped parts, for many readings of the same documents. */
export interface Appraiser {
  convert(file: SourceFile): Promise<Document>;
  /** In the order of the submissions; a reading the engine could not answer is thrown as an error. */
  appraise(submissions: readonly Submission[]): Promise<readonly Appraisal[]>;
  close(): Promise<void>;
}

export interface AppraiserOptions {
  readonly threshold: number;
  /** Readers that corroborate or contradict; none when absent. */
  readonly witnesses?: readonly Part<'model'>[];
  /** Who reads the words of pictures; nobody when absent. */
  readonly recognizers?: readonly Part<'recognizer'>[];
}

export async function openAppraiser(options: AppraiserOptions): Promise<Appraiser> {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-faults-'));
  const desk = openDocuments(options.recognizers);
  let round = 0;
  return {
    convert: (file) => desk.open(file),
    appraise: async (submissions) => {
      const found = new Map<Submission, Appraisal>();
      for (const members of rounds(submissions)) {
        const recordings = join(folder, `${round++}.json`);
        await writeFile(recordings, recorded(members));
        for (const [submission, appraisal] of await appraiseAll(members, { ...options, recordings, documents: desk }))
          found.set(submission, appraisal);
      }
      return submissions.flatMap((submission) => found.get(submission) ?? []);
    },
    close: async () => {
      await desk.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A recording is found by the bytes of its document, so each round has at most one reading of each. */
function rounds(submissions: readonly Submission[]): readonly (readonly Submission[])[] {
  const made: Submission[][] = [];
  for (const readings of Map.groupBy(submissions, ({ file }) => sha256Of(file)).values()) {
    for (const [at, reading] of readings.entries()) made[at] = [...(made[at] ?? []), reading];
  }
  return made;
}

const recorded = (members: readonly Submission[]): string =>
  JSON.stringify(
    Object.fromEntries(members.map(({ file, sheet }) => [sha256Of(file), { cells: cellsOf(sheet) satisfies readonly Cell[] }])),
  );

interface AppraisalRound extends AppraiserOptions {
  readonly recordings: string;
  readonly documents: OpenDocuments;
}

async function appraiseAll(members: readonly Submission[], round: AppraisalRound): Promise<ReadonlyMap<Submission, Appraisal>> {
  const seen = new Map<JsonObject, Appraisal>();
  const engine = createEngine({
    ...round.documents.parts,
    tiers: [{ plugin: replay, options: { from: round.recordings } }],
    ...(round.witnesses && { witnesses: round.witnesses }),
    gate: { plugin: required },
    rules: [{ plugin: horizontalSum }, { plugin: verticalSum }],
    injector: recorder(seen),
  });
  const appraisals = new Map<Submission, Appraisal>();
  try {
    for (const submission of members) {
      const { file, sheet } = submission;
      const schema = parseSchema(JSON.stringify(schemaFor(sheet)));
      const { object, error } = await engine.extract({ file, schema, threshold: round.threshold, verify: true });
      const appraisal = object && seen.get(object);
      if (!appraisal) throw new Error(`${file.name}: ${error?.message ?? 'no answer'}`);
      appraisals.set(submission, appraisal);
    }
  } finally {
    await engine.close();
  }
  return appraisals;
}
