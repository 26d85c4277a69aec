import type { Cap, CapName } from '../../contracts/cap.js';
import type { Check, RuleValue, StatedCheck, Strength } from '../../contracts/rule.js';
import { type Grounded, isUnrefuted, takesPart } from '../grounded.js';
import { cap } from '../scoring/caps.js';

/**
 * Applies what rules have stated to the values that take part: a statement that fails speaks against them, and what the host knows, or knows
 * to belong together, speaks for them where they are printed. Policies say nothing about a value.
 */
export function judgeStatements(cells: readonly Grounded[], checks: readonly Check[]): readonly Grounded[] {
  const telling = checks.filter(isTelling);
  if (telling.length === 0) return cells;
  return cells.map((cell) => {
    const given = cell.value === null ? [] : telling.filter((check) => takesPart(cell, check)).flatMap((check) => capsOf(check, cell));
    return given.length === 0 ? cell : { ...cell, caps: [...cell.caps, ...given] };
  });
}

const isTelling = (check: Check): check is StatedCheck =>
  check.kind !== 'amounts' && check.policy === undefined && check.status !== 'CANNOT_VERIFY';

function capsOf(check: StatedCheck, cell: Grounded): readonly Cap[] {
  const { type, kind, status, strength, fields } = check;
  if (status === 'FAILED') {
    const name = against[strength];
    return [cap(name, `Check failed: ${shouldBe(check)}`)];
  }
  if (kind === 'predicate' || !isUnrefuted(cell)) return [];
  const holding = `${type} of ${fields.join(', ')} holds`;
  return [cap(strength === 'weak' ? 'rule.holds' : 'rule.known', holding)];
}

const against = { veto: 'rule.veto', strong: 'rule.refuted', weak: 'rule.doubted' } as const satisfies Record<Strength, CapName>;

/** What a failed statement says: 'due_date should be on or after 2026-03-02, not 2026-02-01'. */
export const shouldBe = ({ fields, expected, actual }: Pick<StatedCheck, 'fields' | 'expected' | 'actual'>): string =>
  `${fields.join(', ')} should be ${shown(expected)}, not ${shown(actual)}`;

const shown = (value: RuleValue | null): string => (value === null ? 'unknown' : String(value));
