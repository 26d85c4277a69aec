import { monthsNamed, type NumberStyle, readingsIn } from '../../../../core/text.js';
import type { DocumentLayout } from '../layout.js';
import type { ItemCell, TableItem } from './body.js';
import type { ItemTable } from './table.js';

/**
 * The table with the quantities that stand in its names: `2x Cappuccino`; `1 Bread`, where most names begin with a one; and of what was weighed,
 * `0,654 kg x 3,99 €/kg`, with the price, under the line that names it.
 */
export function withCounts(table: ItemTable | undefined, layout: DocumentLayout): ItemTable | undefined {
  if (!table || table.items.some(({ cells }) => cells.line_quantity)) return table;
  const counts = table.items.map(({ cells: { line_description: name } }) => {
    const [, number, word = ''] = bareCount.exec(name?.value ?? '') ?? [];
    return monthsNamed(word).length > 0 ? undefined : number;
  });
  const lines = new Set(table.items.map(({ line }) => line));
  const nameOver = (item: TableItem): ItemCell | undefined => {
    const above = layout.lines[item.line.number - 1];
    const [name, ...more] = above?.phrases ?? [];
    const isName = above && name && more.length === 0 && !lines.has(above) && above.page === item.line.page && /\p{L}{2}/u.test(name.text);
    return isName ? { value: name.text, number: undefined, line: above, quote: name.text } : undefined;
  };
  const names = { count: areCounts(counts) ? anyCount : timesCount, nameOver, style: layout.index.style };
  return { ...table, items: table.items.map((item) => weighed(item, names) ?? counted(item, names) ?? item) };
}

/** Whether the numbers before names count: most are there, and most of these are one. Places go up, sizes are hardly ever one, and a day is none. */
function areCounts(numbers: readonly (string | undefined)[]): boolean {
  const ones = numbers.filter((number) => number === '1').length;
  const printed = numbers.filter((number) => number !== undefined).length;
  return printed >= minCounted && printed * 2 > numbers.length && ones * 2 > printed;
}
const minCounted = 3;

interface CountedNames {
  readonly count: RegExp;
  readonly nameOver: (item: TableItem) => ItemCell | undefined;
  readonly style: NumberStyle | undefined;
}

/** The item with the count that its name begins with as its quantity. */
function counted(item: TableItem, { count, style }: CountedNames): TableItem | undefined {
  const name = item.cells.line_description;
  const number = count
    .exec(name?.value ?? '')
    ?.slice(1)
    .find((group) => group !== undefined);
  if (!name || number === undefined) return undefined;
  return withName(item, { ...name, value: name.value.replace(count, '') }, { line_quantity: numberCell(name, number, style) });
}

/** The item of which a weight and its price are printed, with the name above, if they make its amount. */
function weighed(item: TableItem, { nameOver, style }: CountedNames): TableItem | undefined {
  const printed = item.cells.line_description;
  const [, weight, price] = weightAndPrice.exec(printed?.value ?? '') ?? [];
  if (!printed || weight === undefined || price === undefined || item.cells.line_unit_price) return undefined;
  const [quantity, unitPrice] = [numberCell(printed, weight, style), numberCell(printed, price, style)];
  const product = quantity.number && unitPrice.number?.times(quantity.number);
  if (!product || product.minus(item.amount).abs().gt(maxRounding)) return undefined;
  return withName(item, nameOver(item) ?? printed, { line_quantity: quantity, line_unit_price: unitPrice });
}
/** Of a product, in major units. */
const maxRounding = 0.01;

function withName(item: TableItem, name: ItemCell, factors: TableItem['cells']): TableItem {
  const { line_description: before } = item.cells;
  return {
    ...item,
    cells: { ...item.cells, line_description: name, ...factors },
    columns: item.columns.map((cell) => (cell === before ? name : cell)),
  };
}

const numberCell = (cell: ItemCell, value: string, style: NumberStyle | undefined): ItemCell => ({
  ...cell,
  value,
  number: readingsIn(value, style)[0],
});

const bareCount = /^(\d{1,2})(?:\s+of:?)?\s+(?=(\p{Lu}\p{L}*))/u;
const timesCount = /^(\d{1,3})\s?[x×]\s+(?=\p{L})/u;
const anyCount = new RegExp(`${timesCount.source}|${bareCount.source}`, 'u');
/** A number, perhaps with its unit, times a price, and nothing else. */
const weightAndPrice =
  /^(\d+(?:[.,]\d{1,4})?)\s?(?:kg|g|l|lbs?|oz|m)?\s?[x×*@]\s?\p{Sc}?(\d[\d.,]*)\s?(?:\p{Sc}|[A-Z]{3})?(?:\s?\/\s?\p{L}{1,3})?$/u;
