import { type Decimal, decimal } from '../../../../../core/index.js';
import { type DocumentLayout, right } from '../../page/layout.js';
import type { TableItem } from '../item.js';
import { firstSum, firstTax } from '../sum-rows.js';
import type { ItemTable, TableFacts } from '../table.js';
import { headerlessItems } from './headerless-items.js';
import { type SoldRow, soldRows } from './sold-rows.js';

/**
 * Item rows without a header, as on receipts: lines that end with an amount in one column, above the sums.
 * A run of most rows that adds up to a sum is likely. Where none does but a sum closes the rows, all of them are unsure.
 */
export function headerlessTable(layout: DocumentLayout, known: TableFacts): ItemTable | undefined {
  const { rows, sums } = soldRows(layout, known.style);
  const all = { ...known, sums: [...known.sums, ...sums] };
  const columns = columnsOf(rows).map((column) => upToSum(column, all));
  const run = longest([...columns, ...columns.map(withoutDiscounts)].map((column) => runOf(column, all.sums)));
  if (run.length > 1) return tableOf(run, layout, known, 'likely');
  const closed = sums.length > 0 ? longest(columns.map((column) => closedBySum(column, all.sums))) : [];
  return closed.length > 0 ? tableOf(closed, layout, known, 'unsure') : undefined;
}

/** The rows above the first one that says it is their sum or their tax. */
function upToSum(rows: readonly SoldRow[], known: TableFacts): readonly SoldRow[] {
  const items = rows.map(({ line, value }): TableItem => ({ line, amount: value, cells: {}, columns: [] }));
  const ends = [firstSum(items, known.style), firstTax(items, known)];
  return rows.slice(0, Math.min(...ends.map((end) => end ?? rows.length)));
}

/** More lines between two rows separate the items from other lines that end with an amount, such as opening hours. */
const maxLinesApart = 6;

/** The longest group of close rows, without a last row that equals the sum of those above: whatever its name, it is their sum. */
function closedBySum(rows: readonly SoldRow[], sums: readonly Decimal[]): readonly SoldRow[] {
  const close = longest(groupsOf(rows).toReversed());
  const [above, last] = [close.slice(0, -1), close.at(-1)];
  const sum = above.reduce((total, { value }) => total.plus(value), decimal(0));
  const isSum = above.length > 0 && last?.value.equals(sum) && (above.length > 1 || sums.some((other) => other.equals(sum)));
  return isSum ? above : close;
}

function groupsOf(rows: readonly SoldRow[]): readonly (readonly SoldRow[])[] {
  const starts = rows.flatMap(({ line }, at) => (at === 0 || line.number - (rows[at - 1]?.line.number ?? 0) > maxLinesApart ? [at] : []));
  return starts.map((from, index) => rows.slice(from, starts[index + 1]));
}

const tableOf = (
  rows: readonly SoldRow[],
  layout: DocumentLayout,
  { style }: TableFacts,
  confidence: ItemTable['confidence'],
): ItemTable => ({
  headers: [],
  items: headerlessItems(rows, layout, style),
  confidence,
});

const longest = (some: readonly (readonly SoldRow[])[]): readonly SoldRow[] =>
  some.reduce<readonly SoldRow[]>((best, other) => (other.length > best.length ? other : best), []);

/** The most that right edges in one column may differ, in heights. A tax code may be attached to one of the amounts. */
const maxShiftHeights = 1.5;

/** Groups the rows whose amounts end below one another. On a skewed page each row may be shifted a little against the one above. */
function columnsOf(rows: readonly SoldRow[]): readonly (readonly SoldRow[])[] {
  const columns: SoldRow[][] = [];
  for (const first of rows) {
    if (columns.some((column) => column.includes(first))) continue;
    const column = [first];
    for (const row of rows.slice(rows.indexOf(first) + 1)) if (isBelow(row, column.at(-1) ?? first)) column.push(row);
    columns.push(column);
  }
  return columns;
}

const isBelow = ({ token }: SoldRow, last: SoldRow): boolean =>
  Math.abs(right(token.box) - right(last.token.box)) <= maxShiftHeights * Math.min(token.box.height, last.token.box.height);

const withoutDiscounts = (rows: readonly SoldRow[]): readonly SoldRow[] => rows.filter(({ adjusts }) => !adjusts);

/**
 * The longest run of neighbouring rows, at least half of all, that adds up to a sum. One amount alone proves nothing: it may be the sum
 * itself.
 */
function runOf(rows: readonly SoldRow[], sums: readonly Decimal[]): readonly SoldRow[] {
  let best: readonly SoldRow[] = [];
  for (let from = 0; from < rows.length; from += 1) {
    let sum = decimal(0);
    for (let to = from; to < rows.length; to += 1) {
      sum = sum.plus(rows[to]?.value ?? 0);
      const length = to - from + 1;
      if (length * 2 < rows.length || length <= best.length || !sums.some((other) => other.equals(sum))) continue;
      const run = rows.slice(from, to + 1);
      if (run.filter(({ value }) => !value.isZero()).length > 1) best = run;
    }
  }
  return best;
}
