import { unknown } from '../contracts/amount.js';
import type {
  AmountCheck,
  AmountFinding,
  Check,
  CheckStatus,
  Finding,
  Policy,
  RuleContext,
  StatedCheck,
  StatedFinding,
  Strength,
  VerificationStatus,
  VerifierRule,
} from '../contracts/rule.js';
import { shouldBe } from '../evidence/judges/judge-statements.js';
import { abortable, type Deadline } from '../flow/deadline.js';
import { faultOf } from '../flow/fault.js';
import { isAmount, minus } from '../values/money.js';
import { type CheckableRecord, checkable } from './checkable.js';
import { explainFailures } from './explain-failures.js';
import type { ExtractionContext } from './prepare.js';
import type { Settled } from './settle.js';

/** Runs every rule once, judges its findings, and explains the checks that failed. */
export async function verify(
  settled: Settled,
  rules: readonly VerifierRule[],
  context: ExtractionContext,
  deadline: Deadline,
): Promise<readonly Check[]> {
  const signal = deadline.share(maxShareOfTime);
  const terms: RuleContext = { signal, ...(context.caller !== undefined && { caller: context.caller }) };
  const checks = await Promise.all(rules.map((rule) => ask(rule, checkable(settled, context), terms)));
  const calculating = rules.filter((rule) => rule.calculate !== undefined);
  const shown = context.verify ? checks.flat().map(namingMissing) : checks.flat();
  return explainFailures(shown, settled, context.index, {
    types: new Set(calculating.map(({ type }) => type)),
    run: (given) => calculating.flatMap((rule) => calculateAgain(rule, checkable(given, context))),
  });
}

/** The share of the remaining time that the rules may take, so that one that never ends leaves time for an answer. */
const maxShareOfTime = 0.3;

/** If a rule throws, returns malformed findings or takes too long, its check says that it cannot verify. */
async function ask(rule: VerifierRule, result: CheckableRecord, context: RuleContext): Promise<readonly Check[]> {
  try {
    return judged(rule, await abortable(rule.check(result, context), context.signal), result);
  } catch (error) {
    return [broken(rule.type, context.signal.aborted ? 'it took longer than 30 % of the remaining time' : faultOf(error))];
  }
}

/** A rule that cannot calculate with other values says nothing about them. */
function calculateAgain(rule: VerifierRule, result: CheckableRecord): readonly Check[] {
  try {
    return judged(rule, rule.calculate?.(result) ?? [], result);
  } catch {
    return [];
  }
}

/** Who asked for the checks is told which value keeps one from being verified, be it a value that they did not ask for. */
function namingMissing(check: Check): Check {
  const missing = check.status === 'CANNOT_VERIFY' ? check.fields.filter((field) => !isKnown(field, check)) : [];
  if (missing.length === 0) return check;
  const note = `${check.type} cannot be verified: ${inWords.format(missing)} ${missing.length === 1 ? 'is' : 'are'} not known`;
  return { ...check, notes: [...check.notes, note] };
}

const inWords = new Intl.ListFormat('en');

const isKnown = (field: string, { operands }: Check): boolean => {
  const own = operands.filter((operand) => operand.field === field);
  return own.length > 0 && own.every(({ value }) => value !== unknown);
};

function judged({ type }: VerifierRule, findings: readonly Finding[], result: CheckableRecord): readonly Check[] {
  const flaw = flawIn(findings);
  return flaw ? [broken(type, flaw)] : findings.map((finding) => judge(type, finding, result));
}

/** The status of all checks together: one failure outweighs everything, and only all passes are a pass. */
export function overallStatus(checks: readonly Pick<Check, 'status'>[]): VerificationStatus {
  const has = (status: CheckStatus): boolean => checks.some((check) => check.status === status);
  if (checks.length === 0) return 'NO_RULES';
  if (has('FAILED')) return 'FAILED';
  if (!has('CANNOT_VERIFY')) return 'PASSED';
  return has('PASSED') ? 'PARTIAL' : 'CANNOT_VERIFY';
}

/** Gives a finding its status. What a rule looked at stands beside it. */
const judge = (type: string, finding: Finding, result: CheckableRecord): Check =>
  isStated(finding) ? statedCheck(type, finding, result) : amountCheck(type, finding, result);

const isStated = (finding: Finding): finding is StatedFinding => finding.kind !== undefined && finding.kind !== 'amounts';

function amountCheck(type: string, finding: AmountFinding, { unit, agree, operands }: CheckableRecord): AmountCheck {
  const { expected, actual, terms, note } = finding;
  const delta = minus(expected, actual);
  const status = delta === unknown ? 'CANNOT_VERIFY' : agree(expected, actual, terms) ? 'PASSED' : 'FAILED';
  const shown = delta === unknown ? unknown : delta.toDecimalPlaces(unit.decimalPlaces());
  const notes = note === undefined ? [] : [note];
  return { kind: 'amounts', type, status, delta: shown, expected, actual, notes, ...kept(finding), operands: operands() };
}

/** Whatever fails becomes an issue: what a person should look at stands in no score where it concerns no reading. */
function statedCheck(type: string, finding: StatedFinding, { operands }: CheckableRecord): StatedCheck {
  const { kind, holds, expected, actual, strength = 'strong', note } = finding;
  const status = holds === null ? 'CANNOT_VERIFY' : holds ? 'PASSED' : 'FAILED';
  const notes = [...(status === 'FAILED' ? [`${type}: ${shouldBe(finding)}`] : []), ...(note === undefined ? [] : [note])];
  return { kind, type, status, strength, expected, actual, notes, ...kept(finding), operands: operands() };
}

const kept = ({ fields, policy, candidate }: Finding) => ({ fields, ...(policy && { policy }), ...(candidate && { candidate }) });

/** The check of a rule that failed itself. */
const broken = (type: string, reason: string): Check => ({
  kind: 'amounts',
  type,
  status: 'CANNOT_VERIFY',
  fields: [],
  delta: unknown,
  expected: unknown,
  actual: unknown,
  notes: [`the rule ${type} failed (${reason})`],
  operands: [],
});

/** What is wrong with the findings of a rule written in plain JavaScript; undefined if nothing is. */
export function flawIn(findings: readonly Finding[]): string | undefined {
  if (!Array.isArray(findings)) return 'check() gives no list of findings';
  return findings.map(flawOf).find((flaw) => flaw !== undefined);
}

function flawOf(finding: Finding): string | undefined {
  if (typeof finding !== 'object' || finding === null) return 'a finding is no object such as {fields, expected, actual}';
  const { fields, kind = 'amounts', expected, actual, policy = 'hold', note = '', candidate } = finding;
  if (!Array.isArray(fields) || fields.some((field) => typeof field !== 'string')) return 'the "fields" of a finding are no list of names';
  if (fields.some((field) => /^\$[.[]/.test(field)))
    return 'the "fields" of a finding begin with "$": they are called total, line_items[0].amount';
  if (!kinds.includes(kind)) return `its "kind" is none of ${kinds.join(', ')}`;
  if (!policies.includes(policy)) return `its "policy" is none of ${policies.join(', ')}`;
  if ('strength' in finding && !strengths.includes(finding.strength ?? 'strong'))
    return `its "strength" is none of ${strengths.join(', ')}`;
  if (typeof note !== 'string') return 'its "note" is no text';
  if (candidate !== undefined && !isCandidate(candidate)) return 'its "candidate" is no {field, value} with a text or an amount';
  if ('holds' in finding && typeof finding.holds !== 'boolean' && finding.holds !== null) return '"holds" is neither true, false nor null';
  const fits = kind === 'amounts' ? isAmount : isStatable;
  const wrong = [expected, actual].findIndex((value) => !fits(value));
  if (wrong < 0) return undefined;
  const name = `"${['expected', 'actual'][wrong]}"`;
  if ([expected, actual][wrong] === undefined) return `${name} is missing`;
  return kind === 'amounts'
    ? `${name} is no amount: make it with amount() or decimal()`
    : `${name} is no text, amount, yes, no or null: make a number with decimal()`;
}

const kinds: readonly NonNullable<Finding['kind']>[] = ['amounts', 'predicate', 'known', 'together'];

const policies: readonly Policy[] = ['hold', 'reread'];
const strengths: readonly Strength[] = ['veto', 'strong', 'weak'];

const isCandidate = (candidate: unknown): boolean =>
  typeof candidate === 'object' &&
  candidate !== null &&
  'field' in candidate &&
  typeof candidate.field === 'string' &&
  'value' in candidate &&
  (typeof candidate.value === 'string' || isAmount(candidate.value));

const isStatable = (value: unknown): boolean =>
  value === null || ['string', 'boolean'].includes(typeof value) || (isAmount(value) && value !== unknown);
