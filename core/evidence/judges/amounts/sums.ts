import type { Check } from '../../../contracts/check.js';
import { rowOf } from '../../../schema/path.js';
import { unknown } from '../../../values/money.js';
import { arrayName } from '../../check-name.js';
import { type Grounded, isAmbiguous, takesPart } from '../../grounded.js';

/** A check with the values that it reckons with. */
export interface SumCheck {
  readonly check: Check;
  readonly parts: readonly Grounded[];
  /** What a failure speaks against: a sum over rows against all that the rows hold, for the wrong one may be a row too many. */
  readonly affected: ReadonlySet<Grounded>;
  /** It always holds, and proves nothing. */
  readonly provesItself: boolean;
}

/** The checks with their values, each looked through once: a table has thousands. */
export const sumsOf = (checks: readonly Check[], cells: readonly Grounded[]): readonly SumCheck[] =>
  checks.map((check) => {
    const parts = cells.filter((cell) => takesPart(cell, check));
    const rows = check.status === 'FAILED' ? cells.filter((cell) => check.fields.includes(arrayName(cell.path) ?? '')) : [];
    return { check, parts, affected: new Set([...parts, ...rows]), provesItself: isItsOwnProof(parts) };
  });

/**
 * Whether a sum over rows is the rows themselves: its result is printed in their lines only, such as the one amount of the one row that was
 * read for the subtotal as well.
 */
function isItsOwnProof(parts: readonly Grounded[]): boolean {
  const [rows, results] = [parts.filter(isInRow), parts.filter((cell) => !isInRow(cell) && cell.occurrences.length > 0)];
  const lines = new Set(rows.flatMap((cell) => cell.evidence?.spans.map(({ order }) => order) ?? []));
  return lines.size > 0 && results.length > 0 && results.every((cell) => cell.occurrences.every(({ order }) => lines.has(order)));
}

/**
 * A sum of which every part could be a thousandth as well holds either way: '100.000' + '20.000' = '120.000'. One part with one meaning,
 * and more than nothing, settles the others.
 */
export const settlesAmbiguity = ({ parts }: SumCheck): boolean =>
  parts.some((cell) => cell.amount !== unknown && !cell.amount.isZero() && !isAmbiguous(cell));

/**
 * Whether a sum that holds says what its one part without a label of its own is: all others of the sum have theirs, or it is what two rows
 * or more come to. A part of nothing says nothing: whatever else is labelled would hold with it.
 */
export function namesUnlabelled({ parts }: SumCheck, cell: Grounded, cells: readonly Grounded[]): boolean {
  const others = parts.filter((other) => other !== cell && other.amount !== unknown);
  const rows = others.filter(isInRow);
  if (rows.length > 0) return !isInRow(cell) && rows.length > 1 && !isSumElsewhere(cell, cells) && !isNamedOtherwise(cell);
  return others.length > 1 && others.every((other) => isLabelled(other) && other.amount !== unknown && !other.amount.isZero());
}

/** Lines that come to what another sum says, too, may be net or gross. */
const isSumElsewhere = (cell: Grounded, cells: readonly Grounded[]): boolean =>
  cells.some((other) => other !== cell && !isInRow(other) && other.key !== undefined && other.key === cell.key);

/** The label of another sum outweighs what rows come to: the lines of a receipt come to its total, tax and all. */
const isNamedOtherwise = (cell: Grounded): boolean => cell.caps.some(({ name }) => name === 'label.otherSum');

const isLabelled = (cell: Grounded): boolean => cell.caps.some(({ name }) => name === 'label.match');
const isInRow = (cell: Grounded): boolean => rowOf(cell.path) !== undefined;
