import { type CellConfidence, type ColumnConcept, type Decimal, decimal, type NumberStyle } from '../../../core/index.js';
import { bodyOf } from './body.js';
import type { Header } from './header.js';
import { type Item, itemsOf } from './items.js';
import type { Sheet } from './layout.js';

export interface Table {
  readonly items: readonly Item[];
  /** Certain where the amounts add up to a sum of the document, unsure where they do not though there is one. */
  readonly confidence: CellConfidence;
}

interface Attempt extends Table {
  readonly points: number;
}

/** The table of what was sold: of all that have a header the one whose amounts add up, else the one with the most to say. */
export function findTable(sheet: Sheet, headers: readonly Header[], known: Known): Table | undefined {
  const tables = [...Map.groupBy(headers, keyOf).values()].flatMap((repeated) => attempts(sheet, headers, repeated, known));
  return tables.filter(({ items }) => items.length > 0).sort((a, b) => b.points - a.points)[0];
}

/** The same columns again on the next page are the same table. */
const keyOf = ({ columns }: Header): string => columns.map(({ concept }) => concept ?? '').join();

/** What is known of a document when its lines are read. */
export interface Known {
  /** What the lines may add up to, likeliest first. */
  readonly sums: readonly Decimal[];
  readonly style: NumberStyle | undefined;
}

/** A table read with each of the columns that may hold its amounts. */
function attempts(sheet: Sheet, headers: readonly Header[], repeated: readonly Header[], { sums, style }: Known): readonly Attempt[] {
  const columns = repeated[0]?.columns ?? [];
  const bodies = repeated.map((header) => ({
    header,
    rows: bodyOf(sheet, header, headers[headers.indexOf(header) + 1]?.line.number ?? sheet.lines.length),
  }));
  return amountColumns(columns.map(({ concept }) => concept)).map((column, place) => {
    const items = bodies.flatMap(({ header, rows }) => itemsOf(rows, header.columns, column, style));
    const sum = items.reduce((total, { amount }) => total.plus(amount), decimal(0));
    const match = sums.findIndex((other) =>
      other
        .minus(sum)
        .abs()
        .lessThanOrEqualTo(decimal('0.005').times(items.length + 1)),
    );
    const confidence = match >= 0 ? 'certain' : sums.length === 0 && items.every(multiplies) ? 'likely' : 'unsure';
    return { items, confidence, points: (match >= 0 ? 1000 - match * 10 : 0) + Math.min(items.length, 9) - place };
  });
}

/** The columns of amounts, last first; without one the unit prices, which are the amounts of what is sold once. */
function amountColumns(concepts: readonly (ColumnConcept | undefined)[]): readonly number[] {
  const amounts = concepts.flatMap((concept, at) => (concept === 'line_amount' ? [at] : [])).reverse();
  return amounts.length > 0 ? amounts : concepts.flatMap((concept, at) => (concept === 'line_unit_price' ? [at] : []));
}

/** Whether quantity times price makes the amount; true where one is not printed. */
function multiplies({ cells, amount }: Item): boolean {
  const [quantity, price] = [cells.line_quantity?.number, cells.line_unit_price?.number];
  if (quantity === undefined || price === undefined) return true;
  return quantity.times(price).minus(amount).abs().lessThanOrEqualTo('0.02');
}
