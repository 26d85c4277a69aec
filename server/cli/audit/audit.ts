import { type EngineSettings, InputError, incompleteConfidence, type Schema, type SourceFile, template } from '../../../core/index.js';
import type { FieldEvidence } from '../../client/index.js';
import { type AuditContext, type AuditFinding, finding } from './finding.js';
import { judgeChecks } from './judge-checks.js';
import { judgeFields } from './judge-fields.js';
import { inferredSchema, reappraise } from './reappraise.js';
import type { SavedResult } from './result.js';

export interface Audit {
  readonly fields: readonly AuditFinding[];
  readonly checks: readonly AuditFinding[];
  readonly whole: readonly AuditFinding[];
  /** Empty where the answer has no receipt. */
  readonly receipt: readonly AuditFinding[];
}

interface AuditRequest {
  readonly result: SavedResult;
  readonly file: SourceFile;
  /** The schema of the extraction; where it is unknown, types, required fields, enums and labels are not checked. */
  readonly schema?: Schema;
  /** 0..1; the threshold of the extraction. */
  readonly threshold: number;
  readonly signal?: AbortSignal;
}

/**
 * Checks a saved result against its document without asking a model. Anything edited since the extraction, values or evidence, fails.
 * @throws InputError when the document cannot be read, or has no text to check anything against.
 */
export async function audit({ result, file, schema, threshold, signal }: AuditRequest, settings: EngineSettings): Promise<Audit> {
  const request = { result, file, schema: schema ?? inferredSchema(result.data), threshold, ...(signal && { signal }) };
  const reappraisal = await reappraise(request, settings);
  if (reappraisal.document.pages.every(({ words }) => words.length === 0))
    throw new InputError('the document has no text layer, so that no evidence can be looked up; only a person can compare it');
  const context = { result, reappraisal, threshold, ...(schema && { schema }) };
  return { fields: judgeFields(context), checks: judgeChecks(context), whole: judgeWhole(context), receipt: [] };
}

/** All findings, as they are printed. */
export const findingsOf = ({ fields, checks, whole, receipt }: Audit): readonly AuditFinding[] => [
  ...fields,
  ...checks,
  ...whole,
  ...receipt,
];

/** Whether nothing fails; what is unknown does not count. */
export const holds = (found: Audit): boolean => findingsOf(found).every(({ verdict }) => verdict !== 'fails');

/**
 * Findings about the result as a whole: its confidence, and the issues that concern no single field. What cannot be verified here may have been
 * verified with values that the result does not hold.
 */
function judgeWhole({ result, reappraisal, schema }: AuditContext): readonly AuditFinding[] {
  const unverified = new Set(reappraisal.checks.filter(({ status }) => status === 'CANNOT_VERIFY').flatMap(({ notes }) => notes));
  const missing = reappraisal.draft.issues.filter(
    (issue) => !issue.startsWith('$') && !unverified.has(issue) && !result.issues.includes(issue),
  );
  return [
    finding('confidence_score', confidence(result, schema)),
    finding(
      'issues',
      missing.map((issue) => `an issue is missing: ${issue}`),
    ),
  ];
}

function confidence(
  { confidence: given, repeatedConfidence, entries, leaves, verification }: SavedResult,
  schema: Schema | undefined,
): readonly string[] {
  const required = new Set(schema?.fields.filter((field) => field.required).map(({ path }) => path));
  const counted = entries.filter(({ field }) => required.has(template(field)));
  const empty = leaves.some(({ path, value }) => value === null && required.has(template(path)));
  const failed = verification?.checks_run.some(({ status, policy }) => status === 'FAILED' && !policy) ?? false;
  const least = Math.min(...scores(schema && counted.length > 0 ? counted : entries, schema), empty || failed ? incompleteConfidence : 1);
  return [
    ...(given > least ? [`it is ${given}, but ${schema ? 'the least sure required field has' : 'no field has more than'} ${least}`] : []),
    ...(repeatedConfidence !== undefined && repeatedConfidence !== given ? [`metadata says ${repeatedConfidence}, _meta ${given}`] : []),
  ];
}

/** Without a schema the required fields are unknown, and the field with the highest score could be the only one. */
const scores = (entries: readonly FieldEvidence[], schema: Schema | undefined): readonly number[] => {
  const all = entries.map(({ score }) => score);
  return schema ? all : [Math.max(...all)];
};
