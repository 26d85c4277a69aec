import { decimal } from '../../../../core/index.js';
import { lineFields } from '../../eval/corpus/truth-file.js';
import { type FaultExhibit, truthAt } from '../exhibits/exhibit.js';
import { type FaultLine, type FaultMark, type FaultSheet, linePath } from '../exhibits/sheet.js';
import type { Fault } from '../fault.js';
import { canMean } from '../results/same-value.js';

export const lineDropped: Fault = {
  number: 11,
  name: 'line dropped',
  standard: 'lines',
  plant: ({ sheet }, random) => {
    const { lines } = sheet;
    if (lines.length < 2) return [];
    const dropped = random.below(lines.length);
    const fewer = { ...sheet, lines: lines.filter((_, row) => row !== dropped) };
    return [{ sheet: fewer, targets: [], about: `row ${dropped} of ${lines.length} left out` }];
  },
};

export const lineDuplicated: Fault = {
  number: 12,
  name: 'line duplicated',
  standard: 'lines',
  plant: ({ sheet }) =>
    sheet.lines.slice(0, 1).map((first) => {
      const twice = { ...sheet, lines: [...sheet.lines, first] };
      return { sheet: twice, targets: rowPaths(twice, sheet.lines.length), about: 'row 0 a second time at the end' };
    }),
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
        const wrong = mark?.value && lines[to]?.amount && !canMean(exhibit, { path, name: 'amount' }, mark.value);
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
    const row = exhibit.sheet.lines.findIndex((line, at) => line.quantity && line.unit_price && differ(exhibit, at));
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
  plant: ({ sheet }, random) => {
    const { lines } = sheet;
    if (lines.length < 2) return [];
    const at = random.below(lines.length - 1);
    const [first, second] = [lines[at] ?? {}, lines[at + 1] ?? {}];
    const description = both(first.description, second.description);
    const merged = { ...second, ...first, ...(description && { description }), ...(second.amount && { amount: second.amount }) };
    const fewer = { ...sheet, lines: [...lines.slice(0, at), merged, ...lines.slice(at + 2)] };
    return [{ sheet: fewer, targets: rowPaths(fewer, at), about: `rows ${at} and ${at + 1} made one` }];
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

function differ(exhibit: FaultExhibit, row: number): boolean {
  const [quantity, price] = [truthAt(exhibit, linePath(row, 'quantity')), truthAt(exhibit, linePath(row, 'unit_price'))];
  return quantity !== undefined && price !== undefined && !decimal(quantity).eq(decimal(price));
}

const rowPaths = ({ lines }: FaultSheet, row: number): readonly string[] =>
  lineFields.flatMap((name) => (lines[row]?.[name] ? [linePath(row, name)] : []));
