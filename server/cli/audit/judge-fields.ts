import { type AppraisedField, type Schema, template, unshownConfidence } from '../../../core/index.js';
import { type Deviation, deviations } from './deviations.js';
import { type AuditContext, type AuditFinding, finding } from './finding.js';
import { judgeScore } from './judge-score.js';
import { boxFault } from './recheck/boxes.js';
import { recheck } from './recheck/recheck.js';
import type { ConfidenceEntry, ResultLeaf } from './result.js';

/** One finding for each field of a result, in its order; then one for each entry or missing property that belongs to none of them. */
export function judgeFields(context: AuditContext): readonly AuditFinding[] {
  const { result, schema } = context;
  const wrong = schema ? deviations(result.data, schema) : [];
  const entries = Map.groupBy(result.entries, ({ field }) => field);
  const paths = new Set(result.leaves.map(({ path }) => path));
  const appraised = new Map(context.reappraisal.draft.fields.map((field) => [field.path, field]));
  return [
    ...result.leaves.map((leaf) =>
      judgeField(leaf, { context, wrong, entries: entries.get(leaf.path) ?? [], appraised: appraised.get(leaf.path) }),
    ),
    ...wrong.filter(({ path }) => !paths.has(path)).map(({ path, problem }) => finding(path, [problem])),
    ...[...entries.keys()]
      .filter((field) => !paths.has(field))
      .map((field) => finding(field, ['it has an entry in field_confidence, but the result has no such field'])),
  ];
}

interface FieldContext {
  readonly context: AuditContext;
  readonly wrong: readonly Deviation[];
  readonly entries: readonly ConfidenceEntry[];
  readonly appraised: AppraisedField | undefined;
}

function judgeField(leaf: ResultLeaf, { context, wrong, entries, appraised }: FieldContext): AuditFinding {
  const deviating = wrong.filter(({ path }) => path === leaf.path).map(({ problem }) => problem);
  const [entry, ...more] = entries;
  if (!entry)
    return finding(leaf.path, [...deviating, 'nothing vouches for it: it has no entry in field_confidence'], { value: leaf.value });
  // A value without valid evidence always has a wrong score as well, so only the evidence is reported.
  const unproven = judgeEvidence(leaf, entry, context);
  const problems = [
    ...deviating,
    ...(more.length > 0 ? [`it has ${entries.length} entries in field_confidence`] : []),
    ...(unproven.length > 0 ? unproven : judgeScore(leaf, entry, { ...context, appraised })),
  ];
  const { score, page, text } = entry;
  return finding(leaf.path, problems, {
    value: leaf.value,
    score,
    ...(page !== undefined && { page }),
    ...(text !== undefined && { text }),
  });
}

/** The problems of the evidence: it must be on its page and carry the value; without any, a score cannot be high. */
function judgeEvidence(
  leaf: ResultLeaf,
  { score, page, text, boxes = [] }: ConfidenceEntry,
  { reappraisal, schema }: AuditContext,
): readonly string[] {
  const { path, value } = leaf;
  const { pages } = reappraisal.document;
  if (!(score >= 0 && score <= 1)) return [`the score ${score} is not from 0 to 1`];
  if (value === null || Array.isArray(value)) return text === undefined ? [] : ['it has evidence, but no value'];
  if (page === undefined || text === undefined) return score > unshownConfidence ? ['it has a value, but no evidence'] : [];
  const found = recheck({ value, page, text }, pages);
  if ('problem' in found && !(found.onPage && isChoice(path, schema))) return [found.problem];
  const fault = boxFault(boxes, text, pages);
  return fault === undefined ? [] : [fault];
}

/** A value of an enum can be concluded from words that do not print it. */
const isChoice = (path: string, schema: Schema | undefined): boolean =>
  schema?.fields.some((field) => field.path === template(path) && field.enum !== undefined) ?? false;
