import { amount, type Check, type Decimal, minus, type Unknown, unknown } from '../../core/index.js';
import { verdict } from '../../core/internal.js';
import type { CheckBody, VerificationBody } from '../wire/schemas.js';
import type { Evidence } from './evidence.js';
import { type Point, point } from './point.js';

/** Every check that a result reports, reckoned again from its own values; then those that it should report and does not. */
export function judgeChecks({ result, again }: Evidence): readonly Point[] {
  const { verification } = result;
  if (!verification) return [];
  const left = [...again.checks];
  const reported = verification.checks_run.map((body) => {
    const at = left.findIndex((check) => isSame(check, body));
    const [check] = at < 0 ? [] : left.splice(at, 1);
    return judged(body, check);
  });
  return [
    ...reported,
    ...left.map((check) => point(nameOf(check), [`the result does not report it; it is ${check.status}`])),
    point('verification', summary(verification)),
  ];
}

const isSame = (check: Check, body: CheckBody): boolean => check.type === body.type && check.fields.join() === body.fields.join();
const nameOf = ({ type, fields }: Pick<CheckBody, 'type' | 'fields'>): string => `${type} ${fields.join(', ')}`;

function judged(body: CheckBody, check: Check | undefined): Point {
  const broken = inItself(body);
  if (broken.length > 0) return point(nameOf(body), broken);
  if (!check) return cannotTell(body, 'no configured rule makes this check');
  if (check.status === 'CANNOT_VERIFY' && body.status !== 'CANNOT_VERIFY')
    return cannotTell(body, 'it needs values that the result does not hold');
  return point(nameOf(body), different(body, check));
}

const cannotTell = (body: CheckBody, why: string): Point => ({ about: nameOf(body), verdict: 'unknown', problems: [why] });

/** What a check contradicts of itself: delta = expected - actual, and a check that passed has both. */
function inItself({ status, passed, expected, actual, delta }: CheckBody): readonly string[] {
  const difference = minus(amount(expected), amount(actual), amount(delta));
  const off = difference !== unknown && difference.abs().gt(0.001);
  const far = status === 'PASSED' && Math.abs(delta ?? 0) > largestTolerance;
  return [
    ...(passed === (status === 'PASSED') ? [] : [`it says passed: ${passed}, but its status is ${status}`]),
    ...(difference === unknown && status !== 'CANNOT_VERIFY' ? [`it is ${status}, but says not what was compared`] : []),
    ...(off ? [`its delta is not ${expected} - ${actual}`] : []),
    ...(far ? [`it is PASSED with a delta of ${delta}`] : []),
  ];
}

/** No sum of any document may be further off, in major units. */
const largestTolerance = 1;

function different(body: CheckBody, check: Check): readonly string[] {
  const differs = body.status !== check.status || !same(body.expected, check.expected) || !same(body.actual, check.actual);
  return differs
    ? [
        `the result says ${said(body.status, amount(body.expected), amount(body.actual))}; reckoned again it is ${said(check.status, check.expected, check.actual)}`,
      ]
    : [];
}

const same = (number: number | null, again: Decimal | Unknown): boolean => {
  const value = amount(number);
  return value === unknown || again === unknown ? value === again : value.eq(again);
};
const said = (status: string, expected: Decimal | Unknown, actual: Decimal | Unknown): string =>
  `${status}, ${shown(actual)} where ${shown(expected)} is expected`;
const shown = (value: Decimal | Unknown): string => (value === unknown ? 'unknown' : value.toString());

/** The counts and the status of all checks, against the checks themselves. */
function summary({ status, checks_run, checks_passed, checks_failed, cannot_verify_count }: VerificationBody): readonly string[] {
  const count = (wanted: string): number => checks_run.filter((check) => check.status === wanted).length;
  const [passed, failed, unsure] = [count('PASSED'), count('FAILED'), count('CANNOT_VERIFY')];
  const right = verdict(checks_run);
  const counted = checks_passed === passed && checks_failed === failed && cannot_verify_count === unsure;
  return [
    ...(status === right ? [] : [`its status is ${status}; by its checks it is ${right}`]),
    ...(counted ? [] : [`its counts are not those of its checks: ${passed} passed, ${failed} failed, ${unsure} cannot be verified`]),
  ];
}
