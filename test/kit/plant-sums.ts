import type { Spot } from '../../core/evidence/page/page-index.js';
import { type Decimal, decimal } from '../../core/index.js';
import { type DocumentIndex, squash } from '../../core/text.js';
import { type FaultExhibit, truthAt } from './exhibit.js';
import type { Fault } from './fault.js';
import type { Random } from './random.js';
import { canMean } from './same-value.js';
import { type FaultMark, headerPath, withHeader } from './sheet.js';

export const subtotalForTotal: Fault = {
  number: 6,
  name: 'subtotal <-> total',
  standard: 'leaves',
  plant: ({ sheet, ...exhibit }) => {
    const { subtotal, total } = sheet.header;
    if (!subtotal?.value || !total?.value || equal({ sheet, ...exhibit }, '$.subtotal', '$.total')) return [];
    return [{ sheet: withHeader(sheet, { subtotal: total, total: subtotal }), targets: ['$.subtotal', '$.total'] }];
  },
};

export const dueForTotal: Fault = {
  number: 7,
  name: 'total := amount due',
  standard: 'leaves',
  plant: ({ sheet, ...exhibit }) => {
    const { total, amount_due } = sheet.header;
    if (!total?.value || !amount_due?.value || equal({ sheet, ...exhibit }, '$.total', '$.amount_due')) return [];
    return [{ sheet: withHeader(sheet, { total: amount_due }), targets: ['$.total'] }];
  },
};

/** Three printed wrong amounts of which two add up to the third, such as the block of one tax rate or a carry-over. */
export const wrongTriple: Fault = {
  number: 26,
  name: 'consistent wrong triple',
  standard: 'leaves',
  plant: (exhibit, random) => {
    const { sheet } = exhibit;
    if (!sheet.header.subtotal || !sheet.header.tax || !sheet.header.total) return [];
    const triples = triplesOf(exhibit, random);
    const blocks = triples.filter((spots) => rowsBetween(spots) <= blockRows);
    const triple = random.pick(blocks.length > 0 ? blocks : triples);
    if (!triple) return [];
    const [subtotal, tax, total] = triple.map(markOf);
    const marks = { ...(subtotal && { subtotal }), ...(tax && { tax }), ...(total && { total }) };
    return [{ sheet: withHeader(sheet, marks), targets: sums.map(headerPath) }];
  },
};

const sums = ['subtotal', 'tax', 'total'] as const;

function equal(exhibit: FaultExhibit, a: string, b: string): boolean {
  const [first, second] = [truthAt(exhibit, a), truthAt(exhibit, b)];
  return first === undefined || second === undefined || decimal(first).eq(decimal(second));
}

/** The largest number of rows that a block of sums spans. */
const blockRows = 6;
const rowsBetween = (spots: readonly Spot<Decimal>[]): number =>
  Math.max(...spots.map((spot) => spot.order)) - Math.min(...spots.map((spot) => spot.order));

const markOf = (spot: Spot<Decimal>): FaultMark => ({ value: spot.text, quote: spot.row.text, page: spot.row.page, place: spot });

/** Above this number of amounts, most triples would add up by accident. */
const mostAmounts = 200;

/** Net, tax and gross where the tax is at most 30 % of the net. */
function triplesOf(exhibit: FaultExhibit, random: Random): readonly (readonly Spot<Decimal>[])[] {
  const wrongFor = (name: (typeof sums)[number]) => (spot: Spot<Decimal>) => !canMean(exhibit, { path: headerPath(name), name }, spot.text);
  const spots = exhibit.index.numbers.filter((spot) => spot.decimals === 2 && !spot.percent && spot.readings[0]?.gt(0));
  const distinct = random.shuffled([...Map.groupBy(spots, (spot) => String(spot.readings[0])).values()]).slice(0, mostAmounts);
  const byAmount = new Map(distinct.flatMap((group) => group.slice(0, 1).map((spot) => [String(spot.readings[0]), spot] as const)));
  const nets = [...byAmount.values()].filter(wrongFor('subtotal'));
  const taxes = [...byAmount.values()].filter(wrongFor('tax'));
  return nets.flatMap((net) =>
    taxes.flatMap((tax) => {
      const [a, b] = [net.readings[0], tax.readings[0]];
      if (!a || !b || b.gt(a.times(0.3))) return [];
      const gross = byAmount.get(String(a.plus(b)));
      return gross && wrongFor('total')(gross) ? [[net, tax, gross]] : [];
    }),
  );
}

export const madeUpQuote: Fault = {
  number: 19,
  name: 'invented field, made-up quote',
  standard: 'leaves',
  plant: ({ sheet, index }, random) => {
    const value = inventedNumber(index, random);
    const order_number = { value, quote: `Purchase order: ${value}`, page: 1 };
    return [{ sheet: withHeader(sheet, { order_number }), targets: ['$.order_number'] }];
  },
};

export const realQuote: Fault = {
  number: 20,
  name: 'invented field, real quote',
  standard: 'leaves',
  plant: ({ sheet, index }, random) => {
    const row = random.pick(index.rows.filter(({ text }) => squash(text) !== ''));
    if (!row) return [];
    const order_number = { value: inventedNumber(index, random), quote: row.text, page: row.page };
    return [{ sheet: withHeader(sheet, { order_number }), targets: ['$.order_number'] }];
  },
};

/** An order number that is not printed. */
function inventedNumber(index: DocumentIndex, random: Random): string {
  const number = `PO-${10_000 + random.below(90_000)}`;
  return index.find(number).length > 0 ? inventedNumber(index, random) : number;
}
