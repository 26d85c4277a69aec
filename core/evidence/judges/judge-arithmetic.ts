import { type Decimal, type Unknown, unknown } from '../../contracts/amount.js';
import type { Cap, CapName } from '../../contracts/cap.js';
import type { AmountCheck, Check } from '../../contracts/rule.js';
import { rowOf } from '../../schema/path.js';
import { memoizeByObject } from '../../values/memoize.js';
import { type Grounded, isAmbiguous, isUnrefuted, takesPart } from '../grounded.js';
import { conceptOf } from '../labels/concepts/concepts.js';
import { marksIn } from '../labels/labels.js';
import { tenderIn } from '../labels/receipt.js';
import { isObscured } from '../obscured.js';
import type { DocumentIndex } from '../page/document-index.js';
import { cap, classOf, findingStrengths, isPrintedLabel, neutral, recast } from '../scoring/caps.js';
import { isUnnamed } from '../unnamed.js';
import { judgeLineProducts } from './judge-line-products.js';
import { judgeTaxRates } from './judge-taxes.js';

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
  name === 'label.unknownValue' || name === 'label.noneAtValue' || name === 'label.otherSum' || isUnnamed({ name });

const checkReason = (check: Check): string => `${check.type} of ${check.fields.join(', ')} holds`;

function corroborated(cell: Grounded, reason: string, { settled, named }: { settled: boolean; named: boolean }): readonly Cap[] {
  const agreed = cell.caps.some((given) => given.name === 'agreement.independent' || given.name === 'agreement.seconded');
  const kept = cell.caps.map((given) => {
    if (given.name === 'uniqueness.several') return recast(given, 'uniqueness.singledOut');
    if (named && isMissingLabel(given)) return recast(given, 'label.reckoned');
    if (given.name === 'format.ambiguous' && settled) return recast(given, 'format.plain');
    if (isObscured(given) && given.value < findingStrengths['evidence.reckoned']) return explained(given, reason);
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

/** A check with the values that take part in it. */
interface SumCheck {
  readonly check: AmountCheck;
  readonly parts: readonly Grounded[];
  /** Such a check always passes and proves nothing. */
  readonly provesItself: boolean;
}

/** Pairs each check of amounts with its values in one pass, because a table can have thousands of cells. Policies say nothing about a reading. */
const sumsOf = (checks: readonly Check[], cells: readonly Grounded[]): readonly SumCheck[] =>
  checks.filter(isOfReading).map((check) => {
    const parts = cells.filter((cell) => takesPart(cell, check));
    return { check, parts, provesItself: isItsOwnProof(parts) };
  });

const isOfReading = (check: Check): check is AmountCheck => check.kind === 'amounts' && check.policy === undefined;

/**
 * Whether the result of a sum is printed only in the rows that are summed, as when the amount of a single row was also read as the
 * subtotal.
 */
function isItsOwnProof(parts: readonly Grounded[]): boolean {
  const [rows, results] = [parts.filter(isInRow), parts.filter((cell) => !isInRow(cell) && cell.occurrences.length > 0)];
  const lines = new Set(rows.flatMap((cell) => cell.evidence?.spans.map(({ order }) => order) ?? []));
  return lines.size > 0 && results.length > 0 && results.every((cell) => cell.occurrences.every(({ order }) => lines.has(order)));
}

/**
 * What a failed check says against a value. A sum over rows that fails is more often due to a wrong row than to the printed sum, and says
 * little against a row that holds by itself.
 */
function failureOf(sum: SumCheck, cell: Grounded, products: ReadonlySet<string>): Cap {
  const name = failureName(sum, cell, products);
  const { check } = sum;
  return cap(name, `Check failed: ${check.fields.join(', ')} should give ${shown(check.expected)}, not ${shown(check.actual)}`);
}

function failureName({ check, parts }: SumCheck, cell: Grounded, products: ReadonlySet<string>): CapName {
  if (!isInRow(cell) && isPrintedSo(cell) && check.suspects?.includes(cell.path) === false) return 'arithmetic.failedAsPrinted';
  if (!isInRow(cell)) return parts.some(isInRow) ? 'arithmetic.subtotalOfLines' : 'arithmetic.failed';
  const holds = products.has(rowOf(cell.path)?.row ?? '');
  return holds && isUnrefuted(cell) && !isMisplaced(cell) ? 'arithmetic.sumOfRowsFailed' : 'arithmetic.failed';
}

/**
 * Whether a page prints an amount so plainly that its own sum is what fails: in full, under a label of its own, with nothing against it but
 * the model's tone, and read alike by a reader of another kind. A label that names another field as well says too little: a total due may be
 * what a deposit leaves. What is carried to the next page is no sum of the document.
 */
const isPrintedSo = ({ caps, evidence, unquoted }: Grounded): boolean =>
  !evidence?.spans.some(({ row }) => marksIn(row.text).some(({ name }) => name === 'carry-over')) &&
  caps.some(({ name }) => name === 'agreement.independent') &&
  caps.some((given) => isPrintedLabel(given) && given.name !== 'label.shared') &&
  caps.every((given) => given.value >= neutral || classOf(given) === 'model' || (unquoted && alone.has(given.name))) &&
  caps.some(({ name }) => name === 'evidence.exact' || (unquoted && alone.has(name)));

/** Of what was not quoted, the amount beside its label is all that can be found. */
const alone = new Set<CapName>(['evidence.valueOnly', 'evidence.labelledAmongSeveral']);

/** Whether a finding of the rows says that the cell or its whole item may not be what it seems. Two exchanged amounts keep their sum. */
const isMisplaced = ({ caps }: Grounded): boolean => caps.some(({ name }) => misplacements.has(name));
export const misplacements: ReadonlySet<CapName> = new Set([
  'label.otherColumn',
  'label.otherRow',
  'label.outsideRows',
  'label.partlyInRow',
  'label.noRow',
  'label.sharedRow',
  'label.sumRow',
  'arithmetic.rows',
  'arithmetic.rowsPerhaps',
]);

const shown = (value: Decimal | Unknown): string => (value === unknown ? 'an unknown amount' : value.toString());

/**
 * Dividing every part by a thousand keeps a sum valid: '100.000' + '20.000' = '120.000'. One unambiguous non-zero part settles the rest.
 */
const settlesAmbiguity = ({ parts }: SumCheck): boolean =>
  parts.some((cell) => cell.amount !== unknown && !cell.amount.isZero() && !isAmbiguous(cell));

/**
 * Whether a passed sum identifies its only unlabelled part: all other parts are labelled, or it is the sum of at least two rows. A zero
 * among the others identifies nothing, because the sum would hold for any label.
 */
function namesUnlabelled({ parts }: SumCheck, cell: Grounded, cells: readonly Grounded[]): boolean {
  const others = parts.filter((other) => other !== cell && other.amount !== unknown);
  const rows = others.filter(isInRow);
  if (rows.length > 0) return !isInRow(cell) && rows.length > 1 && !isSumElsewhere(cell, cells) && !isNamedOtherwise(cell);
  return others.length > 1 && others.every((other) => isLabelled(other) && other.amount !== unknown && !other.amount.isZero());
}

/** When the rows add up to the value of another sum as well, they may be net or gross. */
const isSumElsewhere = (cell: Grounded, cells: readonly Grounded[]): boolean =>
  cells.some((other) => other !== cell && !isInRow(other) && other.key !== undefined && other.key === cell.key);

/** The label of another sum outweighs the rows: on a receipt the rows add up to the total, tax included. */
const isNamedOtherwise = (cell: Grounded): boolean => cell.caps.some(({ name }) => name === 'label.otherSum');

const isLabelled = (cell: Grounded): boolean => cell.caps.some(isPrintedLabel);
const isInRow = (cell: Grounded): boolean => rowOf(cell.path) !== undefined;

/**
 * Explains a total as the cash handed over less the change given back; three printed amounts then confirm each other, whatever the label.
 * Undefined without change, because then the amount is only printed twice.
 */
function judgeTender({ field, amount }: Grounded, index: DocumentIndex): string | undefined {
  const concept = conceptOf(field);
  if ((concept !== 'total' && concept !== 'amount_due') || amount === unknown) return undefined;
  const found = cashTendersOf(index).find(({ cash, change }) => cash.minus(change).eq(amount));
  return found && `cash of ${found.cash} less change of ${found.change}`;
}

interface CashTender {
  readonly cash: Decimal;
  readonly change: Decimal;
}

const cashTendersOf = memoizeByObject((index: DocumentIndex): readonly CashTender[] =>
  index.rows.flatMap((row, order) => (tenderIn(row.text) === 'cash' ? cashTenderAt(order, index) : [])),
);

/** The change stands at most this many rows under the cash. */
const maxRowsBelow = 4;

function cashTenderAt(order: number, index: DocumentIndex): readonly CashTender[] {
  const cash = lastAmount(order, index);
  const below = Array.from({ length: maxRowsBelow }, (_, at) => order + at + 1).find(
    (other) => tenderIn(index.rows[other]?.text ?? '') === 'change',
  );
  const change = below === undefined ? undefined : lastAmount(below, index)?.abs();
  return cash && change?.isPositive() && !change.isZero() && change.lt(cash) ? [{ cash, change }] : [];
}

/** The last amount of a row, if it has only one reading. */
function lastAmount(order: number, index: DocumentIndex): Decimal | undefined {
  const [value, ...others] = index.numbersIn(order).findLast(({ decimals }) => decimals === 2)?.readings ?? [];
  return others.length === 0 ? value : undefined;
}
