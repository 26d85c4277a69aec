import { unknown } from '../../contracts/amount.js';
import type { AmountCheck, AmountFinding, Check, Finding, StatedCheck, StatedFinding } from '../../contracts/rule.js';
import { shouldBe } from '../../evidence/judges/rules/judge-statements.js';
import { minus } from '../../values/money.js';
import type { CheckableRecord } from './checkable.js';

/** Gives a finding its status. What a rule looked at stands beside it. */
export const judge = (type: string, finding: Finding, result: CheckableRecord): Check =>
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
export const broken = (type: string, reason: string): Check => ({
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
