import type { Check } from '../../contracts/check.js';
import type { Cap } from '../../contracts/draft.js';
import { type Decimal, type Unknown, unknown } from '../../money.js';
import { rowOf } from '../../schema/path.js';
import { cap, classOf, recast, startValues } from '../caps.js';
import { arrayName } from '../check-name.js';
import { type Grounded, isAmbiguous, takesPart } from '../grounded.js';
import type { DocumentIndex } from '../page/document-index.js';
import { judgeLineProducts } from './judge-line-products.js';
import { judgeTaxRates } from './judge-tax-rates.js';
import { provesItself } from './proves-itself.js';

/**
 * What the checks say of each value. A failed one holds down all that takes part in it; a passed one corroborates values that the page
 * proves, settles which of several printed amounts is meant, and which of two readings of a number.
 */
export function judgeArithmetic({ cells, unit }: Reckoned, checks: readonly Check[], index: DocumentIndex): readonly Grounded[] {
  const products = judgeLineProducts(cells, unit, index);
  const rates = judgeTaxRates(cells);
  const arrays = new Set(cells.map((cell) => arrayName(cell.path)));
  return cells.map((cell) => {
    if (cell.value === null) return cell;
    const mine = checks.filter((check) => involves(check, cell));
    const failures = [
      ...mine.filter((check) => check.status === 'FAILED').map((check) => failure(check, cell, arrays)),
      ...(products.failed.get(cell.path) ?? []),
      ...(rates.get(cell.path) ?? []),
    ];
    if (failures.length > 0) return { ...cell, caps: [...cell.caps, ...failures] };
    const passed = mine.find((check) => check.status === 'PASSED' && cell.amount !== unknown && !provesItself(check, cells));
    const reason = passed ? sumOf(passed) : products.passed.get(cell.path);
    if (!reason) return cell;
    const settled = isAmbiguous(cell) && ((passed && settles(passed, cells)) || products.settled.has(cell.path));
    const named = passed !== undefined && isNamedBySum(cell, passed, cells);
    return { ...cell, caps: corroborated(cell, reason, { settled: settled ?? false, named }) };
  });
}

interface Reckoned {
  readonly cells: readonly Grounded[];
  /** The smallest amount of the currency, in major units. */
  readonly unit: Decimal;
}

/**
 * A sum of which every part could be a thousandth as well holds either way: '100.000' + '20.000' = '120.000'. One part with one meaning,
 * and more than nothing, settles the others.
 */
const settles = (check: Check, cells: readonly Grounded[]): boolean =>
  cells.some((cell) => cell.amount !== unknown && !cell.amount.isZero() && !isAmbiguous(cell) && involves(check, cell));

/**
 * Whether a sum that holds says what its one part without a label of its own is: all others of the sum have theirs, or it is what two rows
 * or more come to. A part of nothing says nothing: whatever else is labelled would hold with it.
 */
function isNamedBySum(cell: Grounded, check: Check, cells: readonly Grounded[]): boolean {
  const others = cells.filter((other) => other !== cell && takesPart(other, check) && other.amount !== unknown);
  const rows = others.filter((other) => rowOf(other.path) !== undefined);
  if (rows.length > 0) return rowOf(cell.path) === undefined && rows.length > 1 && !isSumElsewhere(cell, cells);
  return others.length > 1 && others.every((other) => isLabelled(other) && other.amount !== unknown && !other.amount.isZero());
}

/** Lines that come to what another sum says, too, may be net or gross. */
const isSumElsewhere = (cell: Grounded, cells: readonly Grounded[]): boolean =>
  cells.some((other) => other !== cell && rowOf(other.path) === undefined && other.key !== undefined && other.key === cell.key);

const isLabelled = (cell: Grounded): boolean => cell.caps.some(({ name }) => name === 'label.match');

/** A sum over rows that fails speaks against all that the rows hold: the wrong one may be a row too many. */
const involves = (check: Check, cell: Grounded): boolean =>
  takesPart(cell, check) || (check.status === 'FAILED' && check.fields.includes(arrayName(cell.path) ?? ''));

/** In a sum over rows a row is likelier wrong than the sum under them. */
function failure(check: Check, cell: Grounded, arrays: ReadonlySet<string | undefined>): Cap {
  const overRows = rowOf(cell.path) === undefined && check.fields.some((name) => arrays.has(name));
  const name = overRows ? 'arithmetic.subtotalOfLines' : 'arithmetic.failed';
  return cap(name, `Check failed: ${check.fields.join(', ')} should give ${shown(check.expected)}, not ${shown(check.actual)}`);
}

const sumOf = (check: Check): string => `${check.type} of ${check.fields.join(', ')} holds`;
const shown = (value: Decimal | Unknown): string => (value === unknown ? 'an unknown amount' : value.toString());

function corroborated(cell: Grounded, reason: string, { settled, named }: { settled: boolean; named: boolean }): readonly Cap[] {
  const labelled = cell.caps.every((given) => classOf(given) !== 'label' || given.name === 'label.match');
  const proven = cell.caps.every((given) => classOf(given) !== 'evidence' || given.value > startValues['evidence.noTextLayer']);
  const agreed = cell.caps.some((given) => given.name === 'agreement.independent');
  const kept = cell.caps.map((given) => {
    if (given.name === 'uniqueness.several') return recast(given, 'uniqueness.singledOut');
    if (named && (given.name === 'label.unknownValue' || given.name === 'label.otherSum')) return recast(given, 'label.reckoned');
    if (given.name === 'format.ambiguous' && settled) return recast(given, 'format.plain');
    if (given.name === 'evidence.noTextLayer' && agreed) return recast(given, 'evidence.agreedUnseen');
    if (given.name === 'agreement.single' && labelled && proven) return recast(given, 'agreement.independent');
    return given;
  });
  return [...kept, cap('arithmetic.holds', reason)];
}
