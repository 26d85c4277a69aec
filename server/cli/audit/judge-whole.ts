import { incompleteConfidence, type Schema, template } from '../../../core/index.js';
import { type AuditContext, type AuditFinding, finding } from './finding.js';
import type { ConfidenceEntry, SavedResult } from './result.js';

/**
 * Findings about the result as a whole: its confidence, and the issues that concern no single field. What cannot be verified here may have been
 * verified with values that the result does not hold.
 */
export function judgeWhole({ result, reappraisal, schema }: AuditContext): readonly AuditFinding[] {
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
const scores = (entries: readonly ConfidenceEntry[], schema: Schema | undefined): readonly number[] => {
  const all = entries.map(({ score }) => score);
  return schema ? all : [Math.max(...all)];
};
