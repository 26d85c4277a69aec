import { unknown } from '../contracts/amount.js';
import type { Check, Checkable, CheckStatus, Finding, VerificationStatus, VerifierRule } from '../contracts/rule.js';
import type { Deadline } from '../flow/deadline.js';
import { minus } from '../values/money.js';
import { checkable } from './checking/checkable.js';
import { explainFailures } from './checking/explain-failures.js';
import { faultOf, flawIn } from './checking/rule-fault.js';
import type { ExtractionContext } from './prepare.js';
import type { Settled } from './settle.js';

/** Runs every rule, judges its findings, and explains the checks that failed. */
export async function verify(
  settled: Settled,
  rules: readonly VerifierRule[],
  context: ExtractionContext,
  deadline: Deadline,
): Promise<readonly Check[]> {
  const ask = (given: Settled) => askAll(given, rules, context, deadline);
  return explainFailures(await ask(settled), settled, context.index, ask);
}

/** If a rule throws, returns malformed findings or misses the deadline, its check says that it cannot verify. */
async function askAll(
  settled: Settled,
  rules: readonly VerifierRule[],
  context: ExtractionContext,
  deadline: Deadline,
): Promise<readonly Check[]> {
  const result = checkable(settled, context);
  const checks = await Promise.all(
    rules.map(async (rule) => {
      try {
        const findings = await deadline.race(rule.check(result));
        const flaw = flawIn(findings);
        return flaw ? [broken(rule.type, flaw)] : findings.map((finding) => judge(rule.type, finding, result));
      } catch (error) {
        return [broken(rule.type, faultOf(error))];
      }
    }),
  );
  return checks.flat();
}

/** The status of all checks together: one failure outweighs everything, and only all passes are a pass. */
export function verdict(checks: readonly Pick<Check, 'status'>[]): VerificationStatus {
  const has = (status: CheckStatus): boolean => checks.some((check) => check.status === status);
  if (checks.length === 0) return 'NO_RULES';
  if (has('FAILED')) return 'FAILED';
  if (!has('CANNOT_VERIFY')) return 'PASSED';
  return has('PASSED') ? 'PARTIAL' : 'CANNOT_VERIFY';
}

function judge(type: string, { expected, actual, terms, fields, note }: Finding, { unit, agree }: Checkable): Check {
  const delta = minus(expected, actual);
  const status = delta === unknown ? 'CANNOT_VERIFY' : agree(expected, actual, terms) ? 'PASSED' : 'FAILED';
  const shown = delta === unknown ? unknown : delta.toDecimalPlaces(unit.decimalPlaces());
  return { type, status, fields, delta: shown, expected, actual, notes: note === undefined ? [] : [note] };
}

const broken = (type: string, reason: string): Check => ({
  type,
  status: 'CANNOT_VERIFY',
  fields: [],
  delta: unknown,
  expected: unknown,
  actual: unknown,
  notes: [`the rule ${type} failed (${reason})`],
});
