import { type Decimal, unknown } from '../../../contracts/amount.js';
import type { Cap, CapName } from '../../../contracts/cap.js';
import type { Check } from '../../../contracts/rule.js';
import { type Grounded, isAmbiguous } from '../../grounded.js';
import { isObscured } from '../../obscured.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { cap, recast, startValues } from '../../scoring/caps.js';
import { judgeLineProducts } from './judge-line-products.js';
import { judgeTaxRates } from './judge-tax-rates.js';
import { judgeTender } from './judge-tender.js';
import { failureOf, isMisplaced, namesUnlabelled, settlesAmbiguity, sumsOf } from './sums.js';

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
    const ownSums = sums.filter(({ parts }) => parts.includes(cell));
    const passed = ownSums.find(({ check, provesItself }) => check.status === 'PASSED' && cell.amount !== unknown && !provesItself);
    const failures = [
      ...ownSums.filter(({ check }) => check.status === 'FAILED').map((sum) => failureOf(sum, cell, products.rows)),
      ...(products.failed.get(cell.path) ?? []).map((given) =>
        passed && !isMisplaced(cell) ? recast(given, 'arithmetic.factorsFailed') : given,
      ),
      ...(rates.get(cell.path) ?? []),
    ];
    const doubted = { ...cell, caps: [...cell.caps, ...failures] };
    if (!failures.every(isOfOthers)) return doubted;
    const tender = judgeTender(cell, index);
    const reason = passed ? checkReason(passed.check) : (products.passed.get(cell.path) ?? tender);
    if (!reason) return doubted;
    const settled = isAmbiguous(cell) && ((passed && settlesAmbiguity(passed)) || products.settled.has(cell.path));
    const named = lacksLabel(cell) && (tender !== undefined || (passed !== undefined && namesUnlabelled(passed, cell, cells)));
    return { ...cell, caps: corroborated(doubted, reason, { settled: settled ?? false, named }) };
  });
}

interface ArithmeticInput {
  readonly cells: readonly Grounded[];
  /** The smallest amount of the currency, in major units. */
  readonly unit: Decimal;
}

/** Whether other values than this one are more likely to be the cause of a failure. */
const isOfOthers = ({ name }: Cap): boolean => faultsOfOthers.has(name);
const faultsOfOthers = new Set<CapName>(['arithmetic.sumOfRowsFailed', 'arithmetic.factorsFailed', 'arithmetic.failedAsPrinted']);

const lacksLabel = (cell: Grounded): boolean => cell.caps.some(isMissingLabel);
const isMissingLabel = ({ name }: Cap): boolean =>
  name === 'label.unknownValue' || name === 'label.noneAtValue' || name === 'label.otherSum';

const checkReason = (check: Check): string => `${check.type} of ${check.fields.join(', ')} holds`;

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
  return kept.some(isOfMeaning) ? kept : [...kept, cap('arithmetic.holds', reason)];
}

/** A sum holds as well if all its parts are thousandths, or if two without a label change places: it says nothing about such a doubt. */
const isOfMeaning = (given: Cap): boolean => given.name === 'format.ambiguous' || isMissingLabel(given);

/** Numbers that OCR was unsure of would hardly add up by chance. */
const explained = (given: Cap, reason: string): Cap => ({
  ...recast(given, 'evidence.reckoned'),
  reason: `${given.reason}; but ${reason}`,
});
