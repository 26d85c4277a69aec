import { type Field, type JsonObject, type Schema, template } from '../../../core/index.js';
import { valueAt } from '../../client/evidence.js';
import type { FileAnswer } from '../../export/file-answers.js';
import { metaOf } from '../../report/content.js';
import type { DocumentBody } from '../../wire/extraction.js';
import { combineExitCodes, exitCodes } from '../exit-codes.js';

/** The values of `--fail-on`. */
export const failOnNames = ['verification', 'confidence'] as const;
export type FailOnReason = (typeof failOnNames)[number];

/** What the exit code depends on besides failed extractions. */
export interface ExitConditions {
  readonly failOn: readonly FailOnReason[];
  readonly threshold: number;
  /** Undefined where it is not known, so that nothing is sure enough. */
  readonly schema: Schema | undefined;
}

export function exitCodeOf(answer: FileAnswer, conditions: ExitConditions): number {
  if (answer.kind === 'refused') return exitCodes.usage.code;
  const documents = answer.body.documents ?? [answer.body];
  return combineExitCodes(documents.map((document) => exitCodeOfDocument(document, conditions)));
}

function exitCodeOfDocument({ object, verification, error }: DocumentBody, { failOn, threshold, schema }: ExitConditions): number {
  if (error || !object) return exitCodes.failed.code;
  const contradicted = failOn.includes('verification') && verification?.status === 'FAILED';
  const isSure = schema?.fields.every((field) => !field.required || !isUnsure(field, object, threshold)) ?? false;
  const unsure = failOn.includes('confidence') && !isSure;
  return combineExitCodes([contradicted ? exitCodes.verification.code : 0, unsure ? exitCodes.confidence.code : 0]);
}

/** Whether a required field is null or under the threshold in any row. A field without a score counts as unsure, unless it is in rows. */
function isUnsure(field: Field, object: JsonObject, threshold: number): boolean {
  const entries = metaOf(object).entries.filter((entry) => template(String(entry['field'])) === field.path);
  if (entries.length === 0) return !field.path.includes('[]');
  return entries.some((entry) => Number(entry['score'] ?? 0) < threshold || (valueAt(object, String(entry['field'])) ?? null) === null);
}
