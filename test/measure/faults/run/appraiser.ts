import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CalibrationTable,
  type Cell,
  createEngine,
  type Document,
  definePlugin,
  type EngineSettings,
  type JsonObject,
  type MetaInjector,
  memoizeByObject,
  type Part,
  parseSchema,
  type SourceFile,
} from '../../../../core/index.js';
import { DocumentIndex } from '../../../../core/text.js';
import required from '../../../../plugins/gates/required.js';
import meta from '../../../../plugins/injectors/meta.js';
import replay from '../../../../plugins/models/replay.js';
import horizontalSum from '../../../../plugins/rules/horizontal-sum.js';
import verticalSum from '../../../../plugins/rules/vertical-sum.js';
import type { Appraisal } from '../../../kit/fault.js';
import { cellsOf, type FaultSheet } from '../../../kit/sheet.js';
import { schemaFor } from '../../../kit/sheet-schema.js';
import { encode } from '../../tokens/encode.js';
import { type OpenDocuments, openDocuments, patienceMs } from './open-documents.js';
import { plainOf } from './plain.js';
import { sha256Of, sharedModel } from './shared-plugins.js';

/** A reading and its document. */
export interface Submission {
  readonly file: SourceFile;
  readonly sheet: FaultSheet;
}

/** Appraises many readings of the same documents with the real engine: `replay` is Tier 1, all other parts are shipped ones. */
export interface Appraiser {
  convert(file: SourceFile): Promise<Document>;
  /** Results are in the order of the submissions. @throws Error when the engine could not answer a reading. */
  appraise(submissions: readonly Submission[]): Promise<readonly Appraisal[]>;
  close(): Promise<void>;
}

export interface AppraiserOptions {
  readonly threshold: number;
  /** Readers that corroborate or contradict; none when absent. */
  readonly witnesses?: readonly Part<'model'>[];
  /** Recognizers for scans; none when absent. */
  readonly recognizers?: readonly Part<'recognizer'>[];
  /** The tables to score by; the weights that nobody has measured when absent. */
  readonly calibrations?: readonly CalibrationTable[];
  /** The rules of the configuration; the two sums when absent. */
  readonly rules?: readonly Part<'rule'>[];
  /** The gate of the configuration; the shipped one when absent. */
  readonly gate?: Part<'gate'>;
  /** Where rules find their files, and their secrets. */
  readonly host?: Pick<EngineSettings, 'folder' | 'secret'>;
  /** What sort of model the readings are from; large when absent. */
  readonly kind?: 'large' | 'small';
  /** Whether the readings are said in the form that models are asked for, so that the quotes of rows are found by the plugin. */
  readonly asAnswers?: boolean;
  /** Whether the readings come as plain JSON, as those of an extractor that nobody here knows: typed, without quotes and pages. */
  readonly asPlain?: boolean;
}

export async function openAppraiser(options: AppraiserOptions): Promise<Appraiser> {
  const folder = await mkdtemp(join(tmpdir(), 'vouch-faults-'));
  const documents = openDocuments(options.recognizers);
  const witnesses = (options.witnesses ?? []).map(sharedModel);
  const shared = { ...options, witnesses: witnesses.map(({ part }) => part) };
  let round = 0;
  return {
    convert: (file) => documents.open(file),
    appraise: async (submissions) => {
      const found = new Map<Submission, Appraisal>();
      for (const members of rounds(submissions)) {
        const recordings = join(folder, `${round++}.json`);
        await writeFile(recordings, recorded(members, options.asAnswers ?? false));
        for (const [submission, appraisal] of await appraiseAll(members, { ...shared, recordings, documents }))
          found.set(submission, appraisal);
      }
      return submissions.flatMap((submission) => found.get(submission) ?? []);
    },
    close: async () => {
      for (const witness of witnesses) await witness.close();
      await documents.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** `replay` finds a recording by the bytes of its document, so each round has at most one reading per document. */
function rounds(submissions: readonly Submission[]): readonly (readonly Submission[])[] {
  const made: Submission[][] = [];
  for (const readings of Map.groupBy(submissions, ({ file }) => sha256Of(file)).values()) {
    for (const [at, reading] of readings.entries()) made[at] = [...(made[at] ?? []), reading];
  }
  return made;
}

function recorded(members: readonly Submission[], asAnswers: boolean): string {
  const recordingOf = (cells: readonly Cell[]): object => (asAnswers ? encode(cells) : { cells });
  return JSON.stringify(Object.fromEntries(members.map(({ file, sheet }) => [sha256Of(file), recordingOf(cellsOf(sheet))])));
}

interface AppraisalRound extends AppraiserOptions {
  readonly recordings: string;
  readonly documents: OpenDocuments;
}

async function appraiseAll(members: readonly Submission[], round: AppraisalRound): Promise<ReadonlyMap<Submission, Appraisal>> {
  const seen = new Map<JsonObject, Appraisal>();
  const engine = createEngine({
    ...round.documents.parts,
    deadlineMs: patienceMs,
    tiers: [{ plugin: replay, options: { from: round.recordings, kind: round.kind ?? 'large' } }],
    ...(round.calibrations && { calibrations: round.calibrations }),
    ...(round.witnesses && { witnesses: round.witnesses }),
    ...round.host,
    gate: round.gate ?? { plugin: required },
    rules: round.rules ?? [{ plugin: horizontalSum }, { plugin: verticalSum }],
    injector: recorder(seen),
  });
  const appraisals = new Map<Submission, Appraisal>();
  try {
    for (const submission of members) {
      const { file, sheet } = submission;
      const schema = parseSchema(JSON.stringify(schemaFor(sheet)));
      const given = round.asPlain && { given: { data: plainOf(sheet, indexOf(await round.documents.open(file))), reader: 'replay' } };
      const { object, error } = await engine.extract({ file, schema, threshold: round.threshold, verify: true, ...given });
      const appraisal = object && seen.get(object);
      if (!appraisal) throw new Error(`${file.name}: ${error?.message ?? 'no answer'}`);
      appraisals.set(submission, appraisal);
    }
  } finally {
    await engine.close();
  }
  return appraisals;
}

const indexOf = memoizeByObject((document: Document) => new DocumentIndex(document));

/** The shipped injector, which also keeps the draft behind each object, because the wire does not carry the caps. */
export const recorder = (seen: Map<JsonObject, Appraisal>): Part<'injector'> => ({
  plugin: definePlugin({
    kind: 'injector',
    name: 'recorder',
    create: (_, context): MetaInjector => {
      const shipped = meta.create({}, context);
      return {
        inject: (draft, doubts, checks) => {
          const object = shipped.inject(draft, doubts, checks);
          seen.set(object, { draft, checks });
          return object;
        },
      };
    },
  }),
});
