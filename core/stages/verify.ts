import { unknown } from '../contracts/amount.js';
import type { Check, CheckStatus, Finding, RuleContext, VerificationStatus, VerifierRule } from '../contracts/rule.js';
import { abortable, type Deadline } from '../flow/deadline.js';
import { type CheckableRecord, checkable } from './checking/checkable.js';
import { explainFailures } from './checking/explain-failures.js';
import { broken, judge } from './checking/judge.js';
import { faultOf, flawIn } from './checking/rule-fault.js';
import type { ExtractionContext } from './prepare.js';
import type { Settled } from './settle.js';

/** Runs every rule once, judges its findings, and explains the checks that failed. */
export async function verify(
  settled: Settled,
  rules: readonly VerifierRule[],
  context: ExtractionContext,
  deadline: Deadline,
): Promise<readonly Check[]> {
  const signal = AbortSignal.any([deadline.signal, AbortSignal.timeout(Math.ceil(deadline.remainingMs() * maxShareOfTime))]);
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
    return [broken(rule.type, context.signal.aborted ? 'it took longer than a third of the time' : faultOf(error))];
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
