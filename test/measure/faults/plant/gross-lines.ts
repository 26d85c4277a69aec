import { type Decimal, decimal } from '../../../../core/index.js';
import { type FaultExhibit, truthAt } from '../exhibits/exhibit.js';
import { type FaultLine, type FaultMark, linePath } from '../exhibits/sheet.js';
import type { Fault } from '../fault.js';
import { canMean, isRight } from '../results/same-value.js';
import { requoted } from './leaves.js';

/**
 * Every line amount is read with tax included, at the single rate that the sums give. A gross amount printed in the same row is read there;
 * otherwise both value and quote are changed.
 */
export const grossLines: Fault = {
  number: 23,
  name: 'tax-inclusive lines',
  standard: 'tax',
  plant: (exhibit) => {
    const rate = rateOf(exhibit);
    if (!rate) return [];
    const lines = exhibit.sheet.lines.map((line, row) => grossLine(exhibit, line, { row, rate }));
    const targets = lines.flatMap((line, row) => (line.amount && line !== exhibit.sheet.lines[row] ? [linePath(row, 'amount')] : []));
    return targets.length > 0 ? [{ sheet: { ...exhibit.sheet, lines }, targets }] : [];
  },
};

/** A rate such as 0.19; undefined when there is no tax or it is unknown. */
function rateOf(exhibit: FaultExhibit): Decimal | undefined {
  const [subtotal, tax] = [truthAt(exhibit, '$.subtotal'), truthAt(exhibit, '$.tax')];
  if (subtotal === undefined || tax === undefined || decimal(subtotal).lte(0) || decimal(tax).lte(0)) return undefined;
  return decimal(tax).div(decimal(subtotal));
}

function grossLine(exhibit: FaultExhibit, line: FaultLine, { row, rate }: { readonly row: number; readonly rate: Decimal }): FaultLine {
  const leaf = { path: linePath(row, 'amount'), name: 'amount' } as const;
  const net = truthAt(exhibit, leaf.path);
  if (!line.amount || net === undefined || !isRight(exhibit, { ...leaf, mark: line.amount })) return line;
  const gross = decimal(net).times(rate.plus(1)).toDecimalPlaces(2);
  const amount =
    printedIn(exhibit, line.amount, gross) ?? requoted(line.amount, gross.toFixed(2).replace('.', exhibit.index.style?.decimal ?? '.'));
  return amount?.value && !canMean(exhibit, leaf, amount.value) ? { ...line, amount } : line;
}

/** Allows one cent of difference, because the rate is computed from rounded sums. */
function printedIn({ index }: FaultExhibit, { place }: FaultMark, gross: Decimal): FaultMark | undefined {
  const spot = index.numbers.find(
    (one) => one.order === place?.order && one.readings.some((reading) => reading.minus(gross).abs().lte(0.01)),
  );
  return spot && { value: spot.text, quote: spot.row.text, page: spot.row.page, place: spot };
}
