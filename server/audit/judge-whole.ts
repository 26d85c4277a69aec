import { type Schema, template } from '../../core/index.js';
import { incompleteConfidence } from '../../core/internal.js';
import type { Evidence } from './evidence.js';
import { type Point, point } from './point.js';
import type { Entry, Result } from './result.js';

/** What a result says of itself as a whole: its confidence, and the issues that are about no field. */
export function judgeWhole({ result, again, schema }: Evidence): readonly Point[] {
  const unsaid = again.draft.issues.filter((issue) => !issue.startsWith('$') && !result.issues.includes(issue));
  return [
    point('confidence_score', confidence(result, schema)),
    point(
      'issues',
      unsaid.map((issue) => `an issue is missing: ${issue}`),
    ),
  ];
}

function confidence(
  { confidence: given, repeatedConfidence, entries, leaves, verification }: Result,
  schema: Schema | undefined,
): readonly string[] {
  const required = new Set(schema?.fields.filter((field) => field.required).map(({ path }) => path));
  const counted = entries.filter(({ field }) => required.has(template(field)));
  const empty = leaves.some(({ path, value }) => value === null && required.has(template(path)));
  const failed = verification?.checks_run.some(({ status }) => status === 'FAILED') ?? false;
  const least = Math.min(...scores(schema && counted.length > 0 ? counted : entries, schema), empty || failed ? incompleteConfidence : 1);
  return [
    ...(given > least ? [`it is ${given}, but ${schema ? 'the least sure required field has' : 'no field has more than'} ${least}`] : []),
    ...(repeatedConfidence !== undefined && repeatedConfidence !== given ? [`metadata says ${repeatedConfidence}, _meta ${given}`] : []),
  ];
}

/** Without a schema nobody knows which fields count: the surest of them may be the only one. */
const scores = (entries: readonly Entry[], schema: Schema | undefined): readonly number[] => {
  const all = entries.map(({ score }) => score);
  return schema ? all : [Math.max(...all)];
};
