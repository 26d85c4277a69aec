import {
  type AmountCheck,
  amount,
  type Check,
  type Decimal,
  type EngineSettings,
  InputError,
  incompleteConfidence,
  minus,
  overallStatus,
  type Schema,
  type SourceFile,
  type StatedCheck,
  template,
  type Unknown,
  unknown,
} from '../../../core/index.js';
import type { FieldEvidence } from '../../client/index.js';
import { isAmountCheck } from '../../wire/checks.js';
import type { AmountCheckBody, CheckBody, StatedCheckBody, VerificationBody } from '../../wire/extraction.js';
import { type AuditContext, type AuditFinding, finding } from './finding.js';
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

/** One finding for each check that a result reports, recomputed from its values; then one for each check that it should report. */
function judgeChecks({ result, reappraisal }: AuditContext): readonly AuditFinding[] {
  const { verification } = result;
  if (!verification) return [];
  const left = [...reappraisal.checks];
  const reported = verification.checks_run.map((body) => {
    const at = left.findIndex((check) => isSame(check, body));
    const [check] = at < 0 ? [] : left.splice(at, 1);
    return judgeCheck(body, check, reappraisal.types);
  });
  return [
    ...reported,
    ...left.map((check) => finding(nameOf(check), [`the result does not report it; it is ${check.status}`])),
    finding('verification', summary(verification)),
  ];
}

const isSame = (check: Check, body: CheckBody): boolean => check.type === body.type && check.fields.join() === body.fields.join();
const nameOf = ({ type, fields }: Pick<CheckBody, 'type' | 'fields'>): string => `${type} ${fields.join(', ')}`;

function judgeCheck(body: CheckBody, check: Check | undefined, types: ReadonlySet<string>): AuditFinding {
  const contradictions = [...contradictoryStatus(body), ...(isAmountCheck(body) ? contradictionsIn(body) : [])];
  if (contradictions.length > 0) return finding(nameOf(body), contradictions);
  if (!check && !types.has(body.type)) return cannotTell(body, 'no configured rule makes this check');
  if (!check || (check.status === 'CANNOT_VERIFY' && body.status !== 'CANNOT_VERIFY'))
    return cannotTell(body, 'it needs values that the result does not hold');
  return finding(nameOf(body), differences(body, check));
}

const cannotTell = (body: CheckBody, why: string): AuditFinding => ({ about: nameOf(body), verdict: 'unknown', problems: [why] });

const contradictoryStatus = ({ passed, status }: CheckBody): readonly string[] =>
  passed === (status === 'PASSED') ? [] : [`it says passed: ${passed}, but its status is ${status}`];

/** The contradictions within a check of amounts: delta must be expected - actual, and a check that passed or failed needs both. */
function contradictionsIn({ status, expected, actual, delta }: AmountCheckBody): readonly string[] {
  const difference = minus(amount(expected), amount(actual), amount(delta));
  const off = difference !== unknown && difference.abs().gt(0.001);
  const far = status === 'PASSED' && Math.abs(delta ?? 0) > largestTolerance;
  return [
    ...(difference === unknown && status !== 'CANNOT_VERIFY' ? [`it is ${status}, but says not what was compared`] : []),
    ...(off ? [`its delta is not ${expected} - ${actual}`] : []),
    ...(far ? [`it is PASSED with a delta of ${delta}`] : []),
  ];
}

/** The largest tolerance of any rule, in major units. */
const largestTolerance = 1;

function differences(body: CheckBody, check: Check): readonly string[] {
  const policy = (body.policy === true) === (check.policy !== undefined) ? [] : ['a policy and a check of the reading are not the same'];
  if (check.kind === 'amounts' && isAmountCheck(body)) return [...policy, ...amountDifferences(body, check)];
  if (check.kind !== 'amounts' && !isAmountCheck(body)) return [...policy, ...statedDifferences(body, check)];
  return ['the configured rule makes a check of another kind'];
}

function amountDifferences(body: AmountCheckBody, check: AmountCheck): readonly string[] {
  const differs = body.status !== check.status || !same(body.expected, check.expected) || !same(body.actual, check.actual);
  return differs
    ? [
        `the result says ${comparisonText(body.status, amount(body.expected), amount(body.actual))}; computed again it is ${comparisonText(check.status, check.expected, check.actual)}`,
      ]
    : [];
}

const statedDifferences = ({ status }: StatedCheckBody, check: StatedCheck): readonly string[] =>
  status === check.status ? [] : [`the result says ${status}; asked again it is ${check.status}`];

const same = (number: number | null, again: Decimal | Unknown): boolean => {
  const value = amount(number);
  return value === unknown || again === unknown ? value === again : value.eq(again);
};
const comparisonText = (status: string, expected: Decimal | Unknown, actual: Decimal | Unknown): string =>
  `${status}, ${shown(actual)} where ${shown(expected)} is expected`;
const shown = (value: Decimal | Unknown): string => (value === unknown ? 'unknown' : value.toString());

/** The problems of the summary: its counts and its status must follow from its checks. */
function summary({ status, checks_run, checks_passed, checks_failed, cannot_verify_count }: VerificationBody): readonly string[] {
  const count = (wanted: string): number => checks_run.filter((check) => check.status === wanted).length;
  const [passed, failed, unsure] = [count('PASSED'), count('FAILED'), count('CANNOT_VERIFY')];
  const right = overallStatus(checks_run);
  const counted = checks_passed === passed && checks_failed === failed && cannot_verify_count === unsure;
  return [
    ...(status === right ? [] : [`its status is ${status}; by its checks it is ${right}`]),
    ...(counted ? [] : [`its counts are not those of its checks: ${passed} passed, ${failed} failed, ${unsure} cannot be verified`]),
  ];
}
