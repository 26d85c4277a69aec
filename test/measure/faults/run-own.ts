import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  type AppraisedField,
  type Cell,
  type EngineSettings,
  InputError,
  type Json,
  type JsonObject,
  type Part,
  parseSchema,
} from '../../../core/index.js';
import { template } from '../../../core/schema/path.js';
import { type HeldAppraisal, openReadingAppraiser, type ReadingAppraiser } from '../../kit/appraiser.js';
import { randomOf } from '../../kit/random.js';
import { textTable } from '../eval/figures/text-table.js';
import { type FurtherLeaf, judgeFurther } from '../eval/further/judge-further.js';
import type { FaultDocument } from './documents.js';
import { type OwnExhibit, type OwnPlanted, ownExhibit, ownFaults } from './own-faults.js';
import { lowerBound, percent, rateOf } from './results/rates.js';
import { openDocuments } from './run/open-documents.js';
import { sharedModel } from './run/shared-plugins.js';

/** What became of one planted mistake. */
export interface OwnVariant {
  readonly document: string;
  readonly fault: string;
  readonly targets: readonly string[];
  readonly caught: boolean;
  /** What is answered at the targets, and whether that is nothing. */
  readonly values: readonly Json[];
  readonly isNull: boolean;
  /** The lowest score of a target, and its reason. */
  readonly score: number;
  readonly reason: string;
  /** The leaves that are wrong by the mistake. */
  readonly wrong: readonly AppraisedField[];
}

/** What became of a right value where nothing was planted. */
export interface OwnValue {
  readonly field: string;
  readonly kept: boolean;
}

export interface OwnResults {
  readonly documents: number;
  readonly variants: readonly OwnVariant[];
  readonly values: readonly OwnValue[];
  /** The types of checks that failed where nothing was planted, once a document. */
  readonly failed: readonly string[];
}

export interface OwnRun extends PlantingRun {
  /** The schema to ask with, as text; each document's own when absent. */
  readonly schema?: string;
  readonly witnesses?: readonly Part<'model'>[];
  readonly settings: Pick<EngineSettings, 'gate' | 'rules' | 'calibrations' | 'folder' | 'secret'>;
  progress(done: string): void;
}

export interface PlantingRun {
  readonly seed: number;
  readonly threshold: number;
  /** The form in which a reading with a mistake is given to the engine; as it was planted when absent. */
  say?(cells: readonly Cell[]): readonly Cell[];
}

/**
 * Plants mistakes into answers to schemas of one's own, and has the engine score them. A reading is the recorded one, or is made of the truth.
 * @throws InputError when no document has truth for such a schema
 */
export async function runOwnFaults(documents: readonly FaultDocument[], run: OwnRun): Promise<OwnResults> {
  const asked = documents.filter(({ truth, schema }) => (truth.further || truth.tables) && (run.schema ?? schema) !== undefined);
  if (asked.length === 0)
    throw new InputError('No document has a truth for a schema of its own: `schema` and `further` or `tables`, as measuring.md says');
  const opened = openDocuments();
  const witnesses = (run.witnesses ?? []).map(sharedModel);
  const appraiser = openReadingAppraiser({ ...run.settings, witnesses: witnesses.map(({ part }) => part) });
  const results: DocumentResults[] = [];
  try {
    for (const { id, path, truth, schema = '', cells } of asked) {
      const document = await opened.open({ name: basename(path), bytes: await readFile(path) });
      const exhibit = ownExhibit({ id, document, truth, schema: parseSchema(run.schema ?? schema), ...(cells && { cells }) });
      results.push(await plantAll(exhibit, appraiser, run));
      run.progress(`document ${results.length} of ${asked.length}`);
    }
  } finally {
    await appraiser.close();
    for (const witness of witnesses) await witness.close();
    await opened.close();
  }
  return {
    documents: asked.length,
    variants: results.flatMap(({ variants }) => variants),
    values: results.flatMap(({ values }) => values),
    failed: results.flatMap(({ failed }) => failed),
  };
}

type DocumentResults = Omit<OwnResults, 'documents'>;

/** Appraises a reading as it is, and with each mistake. */
export async function plantAll(exhibit: OwnExhibit, appraiser: ReadingAppraiser, run: PlantingRun): Promise<DocumentResults> {
  const { document, schema, truth } = exhibit;
  const { seed, threshold, say = (cells) => cells } = run;
  const appraise = async (cells: OwnExhibit['cells']) => {
    const appraisal = await appraiser.appraise({ exhibit: { id: exhibit.id, file: document.file, document } }, { cells, document }, schema);
    return { appraisal, leaves: judgeFurther(truth, bodyOf(appraisal)) };
  };
  const right = await appraise(exhibit.cells);
  const isRight = new Set(right.leaves.filter(({ verdict }) => verdict !== 'wrong').map(({ path }) => path));
  const variants: OwnVariant[] = [];
  for (const fault of ownFaults)
    for (const planted of fault.plant(exhibit, randomOf(seed, exhibit.id, fault.name))) {
      if (!planted.targets.every((path) => isRight.has(path))) continue;
      const { appraisal, leaves } = await appraise(say(planted.cells));
      if (!isMistake(planted, leaves)) continue;
      const isHeld = appraisal.held.some((type) => !right.appraisal.held.includes(type));
      const caught = isHeld || isDoubted(planted, appraisal, threshold);
      const mistaken = new Set(leaves.filter(({ verdict }) => verdict === 'wrong').map(({ path }) => path));
      const wrong = appraisal.draft.fields.filter(({ path }) => planted.targets.includes(path) && mistaken.has(path));
      variants.push({ document: exhibit.id, fault: fault.name, targets: planted.targets, caught, wrong, ...answerAt(planted, appraisal) });
    }
  return {
    variants,
    values: right.leaves.filter(({ verdict }) => verdict === 'right').map(({ field, score }) => ({ field, kept: score >= threshold })),
    failed: [...new Set(right.appraisal.checks.flatMap(({ type, status }) => (status === 'FAILED' ? [type] : [])))],
  };
}

function answerAt({ targets }: OwnPlanted, { draft }: HeldAppraisal): Pick<OwnVariant, 'values' | 'isNull' | 'score' | 'reason'> {
  const answered = draft.fields.filter(({ path }) => targets.includes(path));
  const lowest = answered.toSorted((a, b) => a.score - b.score)[0];
  const values = answered.map(({ value }) => value);
  return { values, isNull: values.every((value) => value === null), score: lowest?.score ?? 0, reason: lowest?.reason ?? '' };
}

/** A misread text may mean the same, and two rows may say the same. */
const isMistake = ({ targets, table }: OwnPlanted, leaves: readonly FurtherLeaf[]): boolean =>
  leaves.some(
    ({ path, field, verdict }) =>
      (verdict === 'wrong' || verdict === 'null') &&
      (targets.includes(path) || (table !== undefined && isOf(template(table), `$.${field}`))),
  );

/** A wrong value is caught by its own score, and a wrong row by that of any value of its table. */
const isDoubted = ({ targets, table }: OwnPlanted, { draft }: HeldAppraisal, threshold: number): boolean =>
  draft.fields.some(({ path, score }) => score < threshold && (table === undefined ? targets.includes(path) : isOf(table, path)));

const isOf = (table: string, path: string): boolean => path === table || path.startsWith(`${table}[`);

/** The draft as an answer would say it. */
export function bodyOf({ draft }: HeldAppraisal): Parameters<typeof judgeFurther>[1] {
  const field_confidence = draft.fields.map(({ path, score, reason }) => ({ field: path, score, reason }));
  const object = { ...draft.data, _meta: { confidence_score: 0, field_confidence, issues: [] } } as JsonObject;
  return { object, metadata: { processing_time_ms: 0, credits: 0, fallback_triggered: false } } as Parameters<typeof judgeFurther>[1];
}

/** The table of mistakes planted into answers to schemas of one's own, and what of the right values is kept. */
export function ownTable({ documents, variants, values, failed }: OwnResults): string {
  const rows = [...ownFaults.map(({ name }) => name), undefined].map((name) => {
    const rate = rateOf(
      variants.filter(({ fault }) => name === undefined || fault === name),
      ({ caught }) => caught,
    );
    return [name ?? 'all', String(rate.of), String(rate.count), percent(rate), lowerBound(rate)];
  });
  const kept = rateOf(values, (value) => value.kept);
  const failures = [...Map.groupBy(failed, (type) => type)].map(([type, all]) => `${type} on ${all.length}`);
  return [
    `== Planted faults, schemas of one's own: ${documents} documents ==`,
    ...textTable([['fault', 'n', 'caught', 'rate', 'at least'], ...rows]),
    '',
    `right values kept: ${kept.count} of ${kept.of} = ${percent(kept)}`,
    `checks that fail where nothing was planted: ${failures.join(', ') || 'none'}`,
    '',
  ].join('\n');
}
