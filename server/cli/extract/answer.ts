import { type Field, type JsonObject, type Schema, template } from '../../../core/index.js';
import { valueAt } from '../../client/evidence.js';
import { metaOf } from '../../report/content.js';
import type { DocumentBody, ExtractionBody } from '../../wire/extraction.js';
import { combineExitCodes, exitCodes } from '../exit-codes.js';

/** The result for one file: an answer, or a sentence that says why the file was refused. */
export type FileAnswer =
  | { readonly kind: 'answered'; readonly file: string; readonly body: ExtractionBody }
  | { readonly kind: 'refused'; readonly file: string; readonly detail: string };

/** The answer for each document of a file: of several, each is named with its pages. */
export function documentsIn(answer: FileAnswer): readonly FileAnswer[] {
  if (answer.kind === 'refused' || !answer.body.documents) return [answer];
  return answer.body.documents.map(({ pages, ...body }) => ({ kind: 'answered', file: `${answer.file} ${pagesText(pages)}`, body }));
}

/** `p3`, `p3-5`: the pages of a document follow each other. */
export const pagesText = (pages: readonly number[]): string => `p${[...new Set([pages[0], pages.at(-1)])].join('-')}`;

/** Says why a file has no data; undefined when it has data, or when there is no answer. */
export function failureOf(answer: FileAnswer | undefined): string | undefined {
  if (answer?.kind !== 'answered') return answer?.detail;
  const { error, documents = [] } = answer.body;
  const failed = documents.filter((document) => document.error);
  const [first] = failed;
  if (first?.error)
    return `${failed.length} of ${documents.length} documents failed, ${pagesText(first.pages)}: ${first.error.code}: ${first.error.message}`;
  return error && `${error.code}: ${error.message}`;
}

/** The values of `--fail-on`. */
export const failOnNames = ['verification', 'confidence'] as const;
export type FailOnReason = (typeof failOnNames)[number];

/** What the exit code depends on besides failed extractions. */
export interface ExitConditions {
  readonly failOn: readonly FailOnReason[];
  readonly threshold: number;
  readonly schema: Schema;
}

export function exitCodeOf(answer: FileAnswer, conditions: ExitConditions): number {
  if (answer.kind === 'refused') return exitCodes.usage.code;
  const documents = answer.body.documents ?? [answer.body];
  return combineExitCodes(documents.map((document) => exitCodeOfDocument(document, conditions)));
}

function exitCodeOfDocument({ object, verification, error }: DocumentBody, { failOn, threshold, schema }: ExitConditions): number {
  if (error || !object) return exitCodes.failed.code;
  const contradicted = failOn.includes('verification') && verification?.status === 'FAILED';
  const unsure = failOn.includes('confidence') && schema.fields.some((field) => field.required && isUnsure(field, object, threshold));
  return combineExitCodes([contradicted ? exitCodes.verification.code : 0, unsure ? exitCodes.confidence.code : 0]);
}

/** Whether a required field is null or under the threshold in any row. A field without a score counts as unsure, unless it is in rows. */
function isUnsure(field: Field, object: JsonObject, threshold: number): boolean {
  const entries = metaOf(object).entries.filter((entry) => template(String(entry['field'])) === field.path);
  if (entries.length === 0) return !field.path.includes('[]');
  return entries.some((entry) => Number(entry['score'] ?? 0) < threshold || (valueAt(object, String(entry['field'])) ?? null) === null);
}
