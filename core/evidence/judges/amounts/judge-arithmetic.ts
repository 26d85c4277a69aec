import { type Decimal, type Unknown, unknown } from '../../../contracts/amount.js';
import type { Cap } from '../../../contracts/cap.js';
import type { Check } from '../../../contracts/rule.js';
import { rowOf } from '../../../schema/path.js';
import { type Grounded, isAmbiguous } from '../../grounded.js';
import { isObscured } from '../../obscured.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { cap, recast, startValues } from '../../scoring/caps.js';
import { judgeLineProducts } from './judge-line-products.js';
import { judgeTaxRates } from './judge-tax-rates.js';
import { judgeTender } from './judge-tender.js';
import { namesUnlabelled, type SumCheck, settlesAmbiguity, sumsOf } from './sums.js';

/**
 * Applies the checks, and the cash paid at a till, to each value: a failed check caps every value that takes part in it. A passed one
 * supports values found on the page and settles which printed amount or which reading is meant.
 */
export function judgeArithmetic({ cells, unit }: ArithmeticInput, checks: readonly Check[], index: DocumentIndex): readonly Grounded[] {
  const products = judgeLineProducts(cells, unit, index);
  const rates = judgeTaxRates(cells);
  const sums = sumsOf(checks, cells);
  return cells.map((cell) => {
    if (cell.value === null) return cell;
    const ownSums = sums.filter(({ affected }) => affected.has(cell));
    const failures = [
      ...ownSums.filter(({ check }) => check.status === 'FAILED').map((sum) => failure(sum, cell)),
      ...(products.failed.get(cell.path) ?? []),
      ...(rates.get(cell.path) ?? []),
    ];
    if (failures.length > 0) return { ...cell, caps: [...cell.caps, ...failures] };
    const passed = ownSums.find(({ check, provesItself }) => check.status === 'PASSED' && cell.amount !== unknown && !provesItself);
    const tender = judgeTender(cell, index);
    const reason = passed ? checkReason(passed.check) : (products.passed.get(cell.path) ?? tender);
    if (!reason) return cell;
    const settled = isAmbiguous(cell) && ((passed && settlesAmbiguity(passed)) || products.settled.has(cell.path));
    const named = lacksLabel(cell) && (tender !== undefined || (passed !== undefined && namesUnlabelled(passed, cell, cells)));
    return { ...cell, caps: corroborated(cell, reason, { settled: settled ?? false, named }) };
  });
}

interface ArithmeticInput {
  readonly cells: readonly Grounded[];
  /** The smallest amount of the currency, in major units. */
  readonly unit: Decimal;
}

/** A sum over rows that fails is more often due to a wrong row than to the printed sum. */
function failure({ check, parts }: SumCheck, cell: Grounded): Cap {
  const overRows = rowOf(cell.path) === undefined && parts.some((part) => rowOf(part.path) !== undefined);
  const name = overRows ? 'arithmetic.subtotalOfLines' : 'arithmetic.failed';
  return cap(name, `Check failed: ${check.fields.join(', ')} should give ${shown(check.expected)}, not ${shown(check.actual)}`);
}

const lacksLabel = (cell: Grounded): boolean => cell.caps.some(isMissingLabel);
const isMissingLabel = ({ name }: Cap): boolean =>
  name === 'label.unknownValue' || name === 'label.noneAtValue' || name === 'label.otherSum';

const checkReason = (check: Check): string => `${check.type} of ${check.fields.join(', ')} holds`;
const shown = (value: Decimal | Unknown): string => (value === unknown ? 'an unknown amount' : value.toString());

function corroborated(cell: Grounded, reason: string, { settled, named }: { settled: boolean; named: boolean }): readonly Cap[] {
  const agreed = cell.caps.some((given) => given.name === 'agreement.independent' || given.name === 'agreement.seconded');
  const kept = cell.caps.map((given) => {
    if (given.name === 'uniqueness.several') return recast(given, 'uniqueness.singledOut');
    if (named && isMissingLabel(given)) return recast(given, 'label.reckoned');
    if (given.name === 'format.ambiguous' && settled) return recast(given, 'format.plain');
    if (isObscured(given) && given.value < startValues['evidence.reckoned']) return explained(given, reason);
    if (given.name === 'evidence.noTextLayer' && agreed) return recast(given, 'evidence.agreedUnseen');
    return given;
  });
  return [...kept, cap('arithmetic.holds', reason)];
}

/** Numbers that OCR was unsure of would hardly add up by chance. */
const explained = (given: Cap, reason: string): Cap => ({
  ...recast(given, 'evidence.reckoned'),
  reason: `${given.reason}; but ${reason}`,
});
