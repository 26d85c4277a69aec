import { type Decimal, decimal } from '../../core/index.js';
import { squash } from '../../core/text.js';
import { type FaultExhibit, truthAt } from './exhibit.js';
import type { Fault, Planted } from './fault.js';
import { requoted } from './plant-values.js';
import { canMean, isRight } from './same-value.js';
import { type FaultLine, type FaultMark, type FaultSheet, linePath } from './sheet.js';
import { lineFields } from './truth-file.js';

export const lineDropped: Fault = {
  number: 11,
  name: 'line dropped',
  standard: 'lines',
  plant: (exhibit, random) => {
    const dropped = random.pick(trueRows(exhibit));
    const { length } = exhibit.sheet.lines;
    return dropped === undefined || length < 2 ? [] : [withoutRows(exhibit, [dropped], `row ${dropped} of ${length} left out`)];
  },
};

export const lineDuplicated: Fault = {
  number: 12,
  name: 'line duplicated',
  standard: 'lines',
  plant: (exhibit) => {
    const { sheet, rows } = exhibit;
    return trueRows(exhibit)
      .slice(0, 1)
      .map((first) => {
        const twice = { ...sheet, lines: [...sheet.lines, sheet.lines[first] ?? {}] };
        const targets = rowPaths(twice, sheet.lines.length);
        return { sheet: twice, targets, rows: [...rows, null], about: `row ${first} a second time at the end` };
      });
  },
};

export const netOfAnotherRow: Fault = {
  number: 13,
  name: 'net of another row',
  standard: 'lines',
  plant: (exhibit, random) => {
    const { lines } = exhibit.sheet;
    const pairs = lines.flatMap((_, to) =>
      lines.flatMap((from) => {
        const mark = from.amount;
        const path = linePath(to, 'amount');
        const own = lines[to]?.amount;
        const wrong =
          mark?.value &&
          own &&
          isRight(exhibit, { path, name: 'amount', mark: own }) &&
          !canMean(exhibit, { path, name: 'amount' }, mark.value);
        return wrong ? [{ to, mark }] : [];
      }),
    );
    const pair = random.pick(pairs);
    return pair ? [{ sheet: withLine(exhibit.sheet, pair.to, { amount: pair.mark }), targets: [linePath(pair.to, 'amount')] }] : [];
  },
};

export const quantityForPrice: Fault = {
  number: 14,
  name: 'quantity <-> price',
  standard: 'lines',
  plant: (exhibit) => {
    const row = exhibit.sheet.lines.findIndex((line, at) => differ(exhibit, line, at));
    const { quantity, unit_price } = exhibit.sheet.lines[row] ?? {};
    if (!quantity || !unit_price) return [];
    const swapped = withLine(exhibit.sheet, row, { quantity: unit_price, unit_price: quantity });
    return [{ sheet: swapped, targets: [linePath(row, 'quantity'), linePath(row, 'unit_price')] }];
  },
};

/** Two neighbouring rows become one: the words of both, quantity and price of the first, amount of the second. */
export const mergedRows: Fault = {
  number: 24,
  name: 'merged rows',
  standard: 'lines',
  plant: (exhibit, random) => {
    const { sheet, rows } = exhibit;
    const { lines } = sheet;
    const known = trueRows(exhibit);
    const at = random.pick(known.filter((row) => known.includes(row + 1)));
    if (at === undefined) return [];
    const [first, second] = [lines[at] ?? {}, lines[at + 1] ?? {}];
    const description = both(first.description, second.description);
    const merged = { ...second, ...first, ...(description && { description }), ...(second.amount && { amount: second.amount }) };
    const fewer = { ...sheet, lines: [...lines.slice(0, at), merged, ...lines.slice(at + 2)] };
    const targets = (['description', 'amount'] as const).flatMap((name) => {
      const [own, read] = [lines[at]?.[name], merged[name]];
      return read && squash(read.value ?? '') !== squash(own?.value ?? '') ? [linePath(at, name)] : [];
    });
    return [{ sheet: fewer, targets, rows: rows.toSpliced(at + 1, 1), about: `rows ${at} and ${at + 1} made one` }];
  },
};

function both(first: FaultMark | undefined, second: FaultMark | undefined): FaultMark | undefined {
  if (!first?.value || !second?.value) return first ?? second;
  const quote = first.quote === second.quote ? first.quote : `${first.quote} ${second.quote}`;
  return { ...first, value: `${first.value} ${second.value}`, quote };
}

const withLine = (sheet: FaultSheet, row: number, marks: FaultLine): FaultSheet => ({
  ...sheet,
  lines: sheet.lines.map((line, at) => (at === row ? { ...line, ...marks } : line)),
});

function differ(exhibit: FaultExhibit, { quantity, unit_price }: FaultLine, row: number): boolean {
  const [count, price] = [
    { path: linePath(row, 'quantity'), name: 'quantity' as const },
    { path: linePath(row, 'unit_price'), name: 'unit_price' as const },
  ];
  if (!quantity?.value || !unit_price?.value) return false;
  if (!isRight(exhibit, { ...count, mark: quantity }) || !isRight(exhibit, { ...price, mark: unit_price })) return false;
  return !canMean(exhibit, count, unit_price.value) && !canMean(exhibit, price, quantity.value);
}

/** Rows that truth has, too, and with this amount where both know it. */
export const trueRows = (exhibit: FaultExhibit): readonly number[] =>
  exhibit.sheet.lines.flatMap((line, row) => {
    const stated = Object.keys(exhibit.rows[row] ?? {}).length > 0;
    const path = linePath(row, 'amount');
    const differs = line.amount && truthAt(exhibit, path) !== undefined && !isRight(exhibit, { path, name: 'amount', mark: line.amount });
    return stated && !differs ? [row] : [];
  });

/** The reading without some of its rows. */
export const withoutRows = ({ sheet, rows }: FaultExhibit, dropped: readonly number[], about: string): Planted => ({
  sheet: { ...sheet, lines: sheet.lines.filter((_, row) => !dropped.includes(row)) },
  rows: rows.filter((_, row) => !dropped.includes(row)),
  targets: [],
  about,
});

const rowPaths = ({ lines }: FaultSheet, row: number): readonly string[] =>
  lineFields.flatMap((name) => (lines[row]?.[name] ? [linePath(row, name)] : []));

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

/** The numbers of the row that may be its rate, in percent. No rate of a value added tax is above 30 %. */
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
