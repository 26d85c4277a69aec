import { type NumberStyle, readingsIn } from '../../../../core/text.js';
import type { DocumentLayout } from '../layout.js';
import type { ItemCell, TableItem } from './body.js';
import type { ItemTable } from './table.js';

/**
 * The table with the quantities that stand in its names: `2x Cappuccino`; `1 Bread`, where most names begin with a count and not with their place; and of what was weighed,
 * `0,654 kg x 3,99 €/kg`, whose name is the line above.
 */
export function withCounts(table: ItemTable | undefined, layout: DocumentLayout): ItemTable | undefined {
  if (!table || table.items.some(({ cells }) => cells.line_quantity)) return table;
  const counts = table.items.flatMap(({ cells }) => bareCount.exec(cells.line_description?.value ?? '')?.[1] ?? []);
  const arePlaces = counts.every((text, at) => Number(text) === at + 1);
  const count = counts.length >= minCounted && counts.length > table.items.length / 2 && !arePlaces ? anyCount : timesCount;
  const lines = new Set(table.items.map(({ line }) => line));
  const nameOver = (item: TableItem): ItemCell | undefined => {
    const above = layout.lines[item.line.number - 1];
    const [name, ...more] = above?.phrases ?? [];
    const isName = above && name && more.length === 0 && !lines.has(above) && above.page === item.line.page && /\p{L}{2}/u.test(name.text);
    return isName ? { value: name.text, number: undefined, line: above, quote: name.text } : undefined;
  };
  return { ...table, items: table.items.map((item) => counting(item, { count, nameOver, style: layout.index.style })) };
}
const minCounted = 3;

interface CountedNames {
  readonly count: RegExp;
  readonly nameOver: (item: TableItem) => ItemCell | undefined;
  readonly style: NumberStyle | undefined;
}

function counting(item: TableItem, { count, nameOver, style }: CountedNames): TableItem {
  const described = item.cells.line_description;
  const weighed = weight.exec(described?.value ?? '')?.[1];
  const counted = weighed ?? count.exec(described?.value ?? '')?.[1];
  const [number] = counted === undefined ? [] : readingsIn(counted, style);
  if (!described || counted === undefined || !number) return item;
  const name = weighed === undefined ? { ...described, value: described.value.replace(count, '') } : nameOver(item);
  const { line_description, ...cells } = item.cells;
  return {
    ...item,
    cells: { ...cells, ...(name && { line_description: name }), line_quantity: { ...described, value: counted, number } },
    columns: item.columns.map((cell) => (cell === described ? name : cell)),
  };
}

const bareCount = /^(\d{1,3})(?:\s+of:?)?\s+(?=\p{Lu})/u;
const timesCount = /^(\d{1,3})\s?[x×]\s+(?=\p{L})/u;
const anyCount = /^(\d{1,3})(?:\s?[x×]|\s+of:?)?\s+(?=\p{Lu})/u;
/** A number, perhaps with its unit, times a price, and nothing else. */
const weight = /^(\d+(?:[.,]\d{1,4})?)\s?(?:kg|g|l|lbs?|oz|m)?\s?[x×*@]\s?\p{Sc}?\d[\d.,]*\s?(?:\p{Sc}|[A-Z]{3})?(?:\s?\/\s?\p{L}{1,3})?$/u;
