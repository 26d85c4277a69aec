import type { AppraisedField, Cap } from '../../core/index.js';
import { unopposed } from '../../core/internal.js';
import type { AuditContext } from './finding.js';
import type { ConfidenceEntry, ResultLeaf, SavedResult } from './result.js';

/** The highest score that evidence supports, by how it carries the value. */
export const maxScore = { unquoted: 0.3, concluded: 0.8, roughly: 0.9, printed: 0.99 } as const;

export const scoreAbove = (score: number, allowed: number, why: string): readonly string[] =>
  score > allowed ? [`the score ${score} is too high: ${why}, ${allowed} at most`] : [];

/** The problems of a score: it must not exceed what the evidence supports or what its own reason allows, and a low one needs an issue. */
export function judgeScore(
  { path, value }: ResultLeaf,
  entry: ConfidenceEntry,
  { result, threshold, schema, appraised }: AuditContext & { readonly appraised: AppraisedField | undefined },
): readonly string[] {
  const unquoted = value !== null && !Array.isArray(value) && entry.text === undefined;
  const caps = appraised && !unquoted ? bindingCaps(appraised, schema !== undefined) : [];
  const lowest = lowestOf(caps);
  const missing = caps.filter((cap) => cap.value < Math.min(threshold, unopposed) && !result.issues.includes(`${path}: ${cap.reason}`));
  const unexplained = entry.score < threshold && !result.issues.some((issue) => issue.startsWith(`${path}: `));
  return [
    ...(lowest ? scoreAbove(entry.score, Math.round(lowest.value * 100) / 100, lowest.reason) : []),
    ...(contradictsReason(entry, result, threshold) ? [`the score ${entry.score} is too high for its own reason: ${entry.reason}`] : []),
    ...missing.map(({ reason }) => `an issue is missing: ${reason}`),
    ...(unexplained && missing.length === 0 ? [`the score is under ${threshold}, and no issue says why`] : []),
  ];
}

/**
 * The caps of a field that apply whichever model read it. Agreement and the model's own word are left out because the result does not record
 * what a second reader said; without the caller's schema the labels of a field are unknown as well.
 */
const bindingCaps = ({ caps }: AppraisedField, hasSchema: boolean): readonly Cap[] =>
  caps.filter(({ name }) => !/^(?:agreement|model)\./.test(name) && (hasSchema || !/^(?:label|uniqueness|absence)\./.test(name)));

const lowestOf = (caps: readonly Cap[]): Cap | undefined =>
  caps.reduce<Cap | undefined>((low, cap) => (low && low.value <= cap.value ? low : cap), undefined);

/**
 * Whether an entry's reason belongs to a lower score. A reason that is also an issue is a cap below the threshold; a score that nothing opposes
 * has a reason that says it matches, not one with doubts.
 */
function contradictsReason({ field, score, reason }: ConfidenceEntry, { issues }: SavedResult, threshold: number): boolean {
  if (score >= threshold && score < unopposed) return issues.includes(`${field}: ${reason}`);
  return score >= unopposed && reason !== '' && (!reason.startsWith('Exact match') || reason.includes('the reader was not certain'));
}
