import { type AppraisedField, type Check, type Doubt, type Draft, isEmpty, isVeto, template } from '../../core/index.js';
import type { ReviewFieldBody } from '../wire/review.js';
import { boxBody, candidateBody } from '../wire/wire.js';
import { type AppliedPolicy, thresholdOf } from './review-policy.js';

/** By what a value is doubted. */
export interface ThresholdTerms {
  readonly policy: AppliedPolicy;
  /** That of the request. */
  readonly threshold: number | undefined;
}

/** What was read, as far as it tells what is doubtful. */
export interface ReadAnswer {
  readonly draft: Draft;
  readonly doubts: readonly Doubt[];
  readonly checks: readonly Check[];
}

export interface DoubtTerms extends ThresholdTerms {
  /** A value that a person has just given: a check that fails with it speaks against it, however sure it is. */
  readonly corrected?: string;
}

/** The fields that need a person, the least sure first: what the gate doubts, and every value below its threshold. */
export function doubtfulFields(
  { draft, doubts, checks }: ReadAnswer,
  { policy, threshold, corrected }: DoubtTerms,
): readonly ReviewFieldBody[] {
  const isDoubted = (field: AppraisedField): boolean =>
    doubts.some(({ path, cause }) => path !== '$' && cause !== 'policy' && isWithin(field, { path, cause }));
  const isBroken = ({ path }: AppraisedField): boolean => path === corrected && failing(checks).some((check) => isIn(check, path));
  // What is promised is about what readers say, not about what a person has just given.
  const policyFor = ({ path }: AppraisedField): AppliedPolicy => (path === corrected ? { ...policy, needed: undefined } : policy);
  return draft.fields
    .filter(
      (field) =>
        isDoubted(field) ||
        (!isEmpty(field) && field.score < neededFor(field, { policy: policyFor(field), threshold, document: draft.family })) ||
        isBroken(field) ||
        (isRivalled(field) && field.path !== corrected),
    )
    .toSorted((a, b) => a.score - b.score)
    .map((field) => fieldBody(field, checks));
}

/** Where the page states another value under the same label, only a person can say which is meant, however sure the rest makes one of them. */
const isRivalled = ({ caps }: AppraisedField): boolean => caps.some(({ name }) => name === 'uniqueness.several');

/** A doubt about an object or a list is one about what is missing in it. */
const isWithin = (field: AppraisedField, { path, cause }: Doubt): boolean => {
  const [own, doubted] = [field.path, path];
  if (own === doubted) return true;
  return (
    cause !== 'unsure' &&
    isEmpty(field) &&
    [own, template(own)].some((name) => [`${doubted}.`, `${doubted}[`].some((start) => name.startsWith(start)))
  );
};

export function fieldBody(field: AppraisedField, checks: readonly Check[]): ReviewFieldBody {
  const { path, value, score, reason, page, regions, candidates, caps } = field;
  const against = caps.filter(({ name, weight, value: most }) => isVeto(name) || (weight === undefined ? most < 1 : weight < 0));
  return {
    path,
    value,
    score,
    why: against.length > 0 ? [...new Set(against.map((cap) => cap.reason))] : [reason],
    ...(page !== undefined && { page }),
    ...(regions && { boxes: regions.map(boxBody) as ReviewFieldBody['boxes'] & object }),
    ...(candidates && { candidates: candidates.map(candidateBody) as ReviewFieldBody['candidates'] & object }),
    checks: [
      ...new Set(
        failing(checks)
          .filter((check) => isIn(check, path))
          .map(({ type }) => type),
      ),
    ],
  };
}

export const failing = (checks: readonly Check[]): readonly Check[] =>
  checks.filter(({ status, policy }) => status === 'FAILED' && !policy);

/** Whether a value takes part in a check, which names it, or its column. */
export const isIn = ({ fields }: Pick<Check, 'fields'>, path: string): boolean =>
  [path, template(path)].some((name) => fields.includes(name.slice(2)));

export interface FieldTerms extends ThresholdTerms {
  readonly document: Draft['family'];
}

export const neededFor = (field: AppraisedField, { policy, threshold: requested, document }: FieldTerms): number =>
  thresholdOf(policy, { ...field, document, requested });
