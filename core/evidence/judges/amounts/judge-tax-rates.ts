import { type Decimal, unknown } from '../../../contracts/amount.js';
import type { Cap } from '../../../contracts/cap.js';
import type { Concept } from '../../../contracts/concept.js';
import { rowOf } from '../../../schema/path.js';
import { decimal } from '../../../values/money.js';
import { type Grounded, isUnrefuted } from '../../grounded.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { type TaxPart, taxPartOf } from '../../labels/tax-parts.js';
import { cap } from '../../scoring/caps.js';

/**
 * Checks tax = rate × base for the document (base: the subtotal, or the total less the tax) and for each row that states all three. Returns
 * caps by path. A value that is not on the page makes the result unknown.
 * Source: EN 16931-1, BR-S-09 (BT-117 = BT-116 × BT-119 / 100), with the slack of its validation artefacts (1.00, within 1 %).
 */
export function judgeTaxRates(cells: readonly Grounded[]): ReadonlyMap<string, readonly Cap[]> {
  const groups = Map.groupBy(cells, (cell) => rowOf(cell.path)?.row ?? '');
  return new Map([...groups].flatMap(([row, group]) => (row === '' ? ofDocument(group) : ofRow(group))));
}

function ofRow(cells: readonly Grounded[]): readonly (readonly [string, readonly Cap[]])[] {
  const [rate, tax, base] = [
    stated(cells, 'line_tax_rate') ?? statedPart(cells, 'rate'),
    stated(cells, 'line_tax') ?? statedPart(cells, 'tax'),
    stated(cells, 'line_amount') ?? statedPart(cells, 'base'),
  ];
  return rate && tax && base && !isTaxOf(tax.amount, rate.amount, [base.amount]) ? failuresOf([rate, tax], rate, tax) : [];
}

function ofDocument(cells: readonly Grounded[]): readonly (readonly [string, readonly Cap[]])[] {
  const [rate, tax, net, gross] = (['tax_rate', 'tax', 'subtotal', 'total'] as const).map((concept) => stated(cells, concept));
  const bases = [...(net ? [net.amount] : []), ...(gross && tax ? [gross.amount.minus(tax.amount)] : [])];
  return rate && tax && bases.length > 0 && !isTaxOf(tax.amount, rate.amount, bases) ? failuresOf([rate, tax], rate, tax) : [];
}

type StatedAmount = Omit<Grounded, 'amount'> & { readonly amount: Decimal };

const stated = (cells: readonly Grounded[], concept: Concept): StatedAmount | undefined =>
  cells.find((cell): cell is StatedAmount => conceptOf(cell.field) === concept && cell.amount !== unknown && isUnrefuted(cell));

const statedPart = (cells: readonly Grounded[], part: TaxPart): StatedAmount | undefined =>
  cells.find((cell): cell is StatedAmount => taxPartOf(cell.field) === part && cell.amount !== unknown && isUnrefuted(cell));

const isTaxOf = (tax: Decimal, rate: Decimal, bases: readonly Decimal[]): boolean =>
  bases.some((base) => {
    const off = base.times(rate).div(100).minus(tax).abs();
    return off.lte(1) && off.lte(base.abs().div(100).plus(decimal('0.01')));
  });

const failuresOf = (
  cells: readonly StatedAmount[],
  rate: StatedAmount,
  tax: StatedAmount,
): readonly (readonly [string, readonly Cap[]])[] =>
  cells.map((cell) => [cell.path, [cap('arithmetic.taxRate', `Check failed: ${tax.amount} is not ${rate.amount} % of the net amount`)]]);
