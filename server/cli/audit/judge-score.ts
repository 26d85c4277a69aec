import { type AppraisedField, type Cap, isVeto, scoreOf, unopposedStrength, unshownConfidence } from '../../../core/index.js';
import type { AuditContext } from './finding.js';
import type { ConfidenceEntry, EntryEvidence, ResultLeaf, SavedResult } from './result.js';

/**
 * The problems of a score: it must be that of its findings, where they were saved; exceed neither a veto nor what its own reason allows; and a
 * low one needs an issue.
 */
export function judgeScore(
  { path, value }: ResultLeaf,
  entry: ConfidenceEntry,
  { result, threshold, schema, appraised }: AuditContext & { readonly appraised: AppraisedField | undefined },
): readonly string[] {
  const unquoted = value !== null && !Array.isArray(value) && entry.text === undefined;
  const caps = appraised && !unquoted ? lasting(appraised, schema !== undefined) : [];
  const [lowest] = caps.filter((cap) => cap.weight === undefined || isVeto(cap.name)).toSorted((a, b) => a.value - b.value);
  const isLow = entry.score < threshold;
  const missing =
    isLow || (appraised && result.acceptedAtOnce && highestOf(appraised, caps) < threshold)
      ? caps.filter((cap) => cap.value < Math.min(threshold, unopposedStrength) && !result.issues.includes(`${path}: ${cap.reason}`))
      : [];
  const unexplained = isLow && !result.issues.some((issue) => issue.startsWith(`${path}: `));
  return [
    ...(lowest && entry.score > lowest.value ? [`the score ${entry.score} is too high: ${lowest.reason}, ${lowest.value} at most`] : []),
    ...(entry.evidence ? judgeSum(entry, entry.evidence, caps) : []),
    ...(contradictsReason(entry, result, threshold) ? [`the score ${entry.score} is too high for its own reason: ${entry.reason}`] : []),
    ...missing.map(({ reason }) => `an issue is missing: ${reason}`),
    ...(unexplained && missing.length === 0 ? [`the score is under ${threshold}, and no issue says why`] : []),
  ];
}

/**
 * The findings of a field that hold whichever model read it. Agreement and the model's own word are left out because the result does not
 * record what a second reader said; without the caller's schema the labels of a field are unknown as well.
 */
const lasting = ({ caps }: AppraisedField, hasSchema: boolean): readonly Cap[] =>
  caps.filter(({ name }) => !/^(?:agreement|model)\./.test(name) && (hasSchema || !/^(?:label|uniqueness|absence)\./.test(name)));

/** The highest score that Tier 1 could have given, had another reader confirmed its value. A null has that of its findings. */
const highestOf = ({ prior, score }: AppraisedField, caps: readonly Cap[]): number =>
  prior === undefined ? score : scoreOf({ prior, weights: [...caps.map(({ weight = 0 }) => weight), confirmed], atMost: 1 });

/** More, in log-odds, than a second reader and a certain first one add. */
const confirmed = 1.5;

/** The problems of saved findings: the score must follow from them, and none may be left out that speaks strongly against the value. */
function judgeSum(entry: ConfidenceEntry, { prior, findings }: EntryEvidence, caps: readonly Cap[]): readonly string[] {
  const score = sumOf(entry, { ...(prior !== undefined && { prior }), findings });
  const isSaid = ({ name, weight = 0 }: Cap): boolean =>
    findings.some((one) => classOf(one.name) === classOf(name) && (one.weight ?? 0) <= weight / 2);
  const left = caps.filter((cap) => (cap.weight ?? 0) <= -strong && !isSaid(cap));
  return [
    ...(Math.abs(score - entry.score) > 0.005 ? [`the score is ${entry.score}, but its findings give ${score}`] : []),
    ...left.map(({ reason }) => `a finding is missing: ${reason}`),
  ];
}

/** A finding of this weight alone nearly triples the odds that a value is wrong. */
const strong = 1;
const classOf = (name: string): string => name.slice(0, name.indexOf('.'));

/** The score that findings give; a null has that of its weakest. */
function sumOf({ text }: ConfidenceEntry, { prior, findings }: EntryEvidence): number {
  const atMost = Math.min(1, ...findings.map(({ at_most: most = 1 }) => most));
  if (prior === undefined) return Math.round(atMost * 100) / 100;
  const isShown = text !== undefined || findings.some(({ name }) => name === 'evidence.agreedUnseen');
  const weights = findings.map(({ weight = 0 }) => weight);
  return scoreOf({ prior, weights, atMost: isShown ? atMost : Math.min(atMost, unshownConfidence) });
}

/**
 * Whether an entry's reason belongs to a lower score. What keeps a score below the threshold is also an issue, so that a score above it with
 * such a reason was raised; only that readers differ is an issue either way.
 */
function contradictsReason({ field, score, reason }: ConfidenceEntry, { issues }: SavedResult, threshold: number): boolean {
  if (score > mostFor(reason)) return true;
  return score >= threshold && !reason.startsWith('Multiple values found') && issues.includes(`${field}: ${reason}`);
}

/** The highest score with a reason that begins so. */
const mostFor = (reason: string): number => beginnings.find(([beginning]) => reason.startsWith(beginning))?.[1] ?? 1;
const beginnings: readonly (readonly [string, number])[] = [
  ['Not present: but', unshownConfidence],
  ['Not present', 0.9],
  ['Not found on the page', unshownConfidence],
  ['No text layer', unshownConfidence],
  ['Contradicted', 0.3],
  ['Several documents', 0.8],
];
