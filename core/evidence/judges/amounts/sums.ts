import { type Decimal, type Unknown, unknown } from '../../../contracts/amount.js';
import type { Cap, CapName } from '../../../contracts/cap.js';
import type { AmountCheck, Check } from '../../../contracts/rule.js';
import { rowOf } from '../../../schema/path.js';
import { type Grounded, isAmbiguous, isUnrefuted, takesPart } from '../../grounded.js';
import { marksIn } from '../../labels/labels.js';
import { isPrintedLabel } from '../../labels/printed-label.js';
import { cap, classOf, neutral } from '../../scoring/caps.js';

/** A check with the values that take part in it. */
export interface SumCheck {
  readonly check: AmountCheck;
  readonly parts: readonly Grounded[];
  /** Such a check always passes and proves nothing. */
  readonly provesItself: boolean;
}

/** Pairs each check of amounts with its values in one pass, because a table can have thousands of cells. Policies say nothing about a reading. */
export const sumsOf = (checks: readonly Check[], cells: readonly Grounded[]): readonly SumCheck[] =>
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
export function failureOf(sum: SumCheck, cell: Grounded, products: ReadonlySet<string>): Cap {
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
const isPrintedSo = ({ caps, evidence }: Grounded): boolean =>
  !evidence?.spans.some(({ row }) => marksIn(row.text).some(({ name }) => name === 'carry-over')) &&
  ['evidence.exact', 'agreement.independent'].every((wanted) => caps.some(({ name }) => name === wanted)) &&
  caps.some((given) => isPrintedLabel(given) && given.name !== 'label.shared') &&
  caps.every((given) => given.value >= neutral || classOf(given) === 'model');

/** Whether a finding of the rows says that the cell or its whole item may not be what it seems. Two exchanged amounts keep their sum. */
export const isMisplaced = ({ caps }: Grounded): boolean => caps.some(({ name }) => misplacements.has(name));
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
export const settlesAmbiguity = ({ parts }: SumCheck): boolean =>
  parts.some((cell) => cell.amount !== unknown && !cell.amount.isZero() && !isAmbiguous(cell));

/**
 * Whether a passed sum identifies its only unlabelled part: all other parts are labelled, or it is the sum of at least two rows. A zero
 * among the others identifies nothing, because the sum would hold for any label.
 */
export function namesUnlabelled({ parts }: SumCheck, cell: Grounded, cells: readonly Grounded[]): boolean {
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
