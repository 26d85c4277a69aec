import { type Decimal, decimal } from '../../../index.js';
import { type FaultExhibit, truthAt } from '../exhibits/exhibit.js';
import { canMean, isRight } from '../exhibits/same-value.js';
import { type FaultLine, type FaultMark, linePath } from '../exhibits/sheet.js';
import type { Fault } from '../fault.js';
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

/** Where a row prints its amount both without and with tax, the one with tax is read. */
export const grossColumn: Fault = {
  number: 31,
  name: 'gross column for net',
  standard: 'tax',
  plant: (exhibit) => {
    const general = rateOf(exhibit);
    const lines = exhibit.sheet.lines.map((line, row) => {
      const rates = [...(general ? [general] : []), ...ratesIn(exhibit, line)];
      const amount = rates.flatMap((rate) => printedGross(exhibit, line, { row, rate }) ?? [])[0];
      return amount ? { ...line, amount } : line;
    });
    const targets = lines.flatMap((line, row) => (line === exhibit.sheet.lines[row] ? [] : [linePath(row, 'amount')]));
    return targets.length > 0 ? [{ sheet: { ...exhibit.sheet, lines }, targets }] : [];
  },
};

/** The numbers of the row that may be its rate, in percent. Source: rates of at most 30 %, evidence.md §11.4. */
const ratesIn = ({ index }: FaultExhibit, { amount }: FaultLine): readonly Decimal[] =>
  (amount?.place ? index.numbersIn(amount.place.order) : [])
    .flatMap(({ readings }) => readings.slice(0, 1))
    .filter((rate) => rate.gt(0) && rate.lte(30))
    .map((rate) => rate.div(100));

interface RatedRow {
  readonly row: number;
  readonly rate: Decimal;
}

function printedGross(exhibit: FaultExhibit, { amount }: FaultLine, { row, rate }: RatedRow): FaultMark | undefined {
  const leaf = { path: linePath(row, 'amount'), name: 'amount' } as const;
  const net = truthAt(exhibit, leaf.path);
  if (!amount || net === undefined || !isRight(exhibit, { ...leaf, mark: amount })) return undefined;
  const read = printedIn(exhibit, amount, decimal(net).times(rate.plus(1)).toDecimalPlaces(2));
  return read?.value && !canMean(exhibit, leaf, read.value) ? read : undefined;
}

/** A rate such as 0.19; undefined when there is no tax or it is unknown. */
function rateOf(exhibit: FaultExhibit): Decimal | undefined {
  const [subtotal, tax] = [truthAt(exhibit, '$.subtotal'), truthAt(exhibit, '$.tax')];
  if (subtotal === undefined || tax === undefined || decimal(subtotal).lte(0) || decimal(tax).lte(0)) return undefined;
  return decimal(tax).div(decimal(subtotal));
}

function grossLine(exhibit: FaultExhibit, line: FaultLine, { row, rate }: RatedRow): FaultLine {
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
