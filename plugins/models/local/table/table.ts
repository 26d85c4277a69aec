import type { CellConfidence } from '../../../../core/index.js';
import type { ColumnConcept, NumberStyle } from '../../../../core/text.js';
import type { StatedSums } from '../amounts/totals.js';
import { type DocumentLayout } from '../layout.js';
import { bodyOf, type ItemCell, type ItemPage, type TableItem } from './body.js';
import { withFactors, withOneDescription } from './column-contents.js';
import type { TableColumn, TableHeader } from './header.js';
import { itemsOf, multiplies } from './items.js';
import { explained, firstSum, firstTax } from './sum-rows.js';

export interface ItemTable {
  /** The printed column headers; empty for a table without a header. */
  readonly headers: readonly string[];
  readonly items: readonly TableItem[];
  /** Certain where the amounts add up to a sum of the document, unsure where they contradict such a sum. */
  readonly confidence: CellConfidence;
}

interface ReadTable extends ItemTable {
  readonly points: number;
}

/** The rows under a header that repeats on every page of its table. */
export interface TableGrid {
  readonly columns: readonly TableColumn[];
  readonly pages: readonly ItemPage[];
}

/** All tables of a document, before one is chosen as that of the items. */
export function gridsOf(layout: DocumentLayout, headers: readonly TableHeader[], style: NumberStyle | undefined): readonly TableGrid[] {
  const pages = headers.map((header, at) => ({
    columns: header.columns,
    rows: bodyOf(layout, header, headers[at + 1]?.line.number ?? layout.lines.length),
  }));
  return [...Map.groupBy(pages, keyOf).values()].map((same) => upToSums(gridOf(same), style));
}

/** Decides what the columns hold by all rows under them, on every page. */
function gridOf(pages: TableGrid['pages']): TableGrid {
  const rows = pages.flatMap((page) => page.rows);
  const settled = pages.map((page) => ({ ...page, columns: withOneDescription(page.columns, rows) }));
  return { columns: settled[0]?.columns ?? [], pages: settled };
}

/** Cuts a table at the first row that sums up the others. */
function upToSums({ columns, pages }: TableGrid, style: NumberStyle | undefined): TableGrid {
  const [amounts] = amountColumns(columns.map(({ concept }) => concept));
  const items = amounts === undefined ? [] : itemsOf(pages, amounts, style);
  const end = items[firstSum(items, style) ?? items.length]?.line.number ?? Number.POSITIVE_INFINITY;
  return { columns, pages: pages.map((page) => ({ ...page, rows: page.rows.filter(({ line }) => line.number < end) })) };
}

/** The same columns on the next page continue the same table. */
const keyOf = ({ columns }: { readonly columns: readonly TableColumn[] }): string => columns.map(({ concept }) => concept ?? '').join();

/** The lines of rows that have numbers in at least two columns. */
export const bodyLines = (grids: readonly TableGrid[]): ReadonlySet<number> =>
  new Set(
    grids.flatMap(({ pages }) =>
      pages.flatMap(({ rows }) =>
        rows.filter(({ numbers }) => numbers.filter((number) => number !== undefined).length > 1).map(({ line }) => line.number),
      ),
    ),
  );

/** What is known about a document before its table rows are read. */
export interface TableFacts extends StatedSums {
  readonly style: NumberStyle | undefined;
}

/** The table of the items: several whose amounts add up together, the one whose amounts do, else the one with the most rows. */
export function findTable(grids: readonly TableGrid[], known: TableFacts): ItemTable | undefined {
  const tables = grids.map((grid) => attempts(grid, known).filter(({ items }) => items.length > 0));
  return together(tables, known) ?? tables.flat().sort((a, b) => b.points - a.points)[0];
}

/**
 * All tables as one, where only their rows together add up to a sum of the document, or to one without its tax: charges, and what is taken off for
 * the month before, each with a subtotal of its own.
 */
function together(tables: readonly (readonly ReadTable[])[], known: TableFacts): ItemTable | undefined {
  const parts = tables.flatMap(([first]) => first ?? []);
  const largest = parts.toSorted((a, b) => b.items.length - a.items.length)[0];
  if (!largest || parts.length < 2) return undefined;
  const rows = parts.flatMap((part) => (part === largest ? part.items : part.items.map((item) => ({ ...item, columns: [] }))));
  const sums = [...known.sums, ...known.sums.flatMap((sum) => known.taxes.map((tax) => sum.minus(tax)))];
  const { items, match } = explained(rows.slice(0, firstTax(rows, { ...known, sums })), sums);
  return match === undefined || items.length <= largest.items.length
    ? undefined
    : { headers: largest.headers, items, confidence: 'certain' };
}

/** A table, read once with each column that may hold its amounts. */
function attempts({ columns, pages }: TableGrid, known: TableFacts): readonly ReadTable[] {
  const amounts = amountColumns(columns.map(({ concept }) => concept));
  return amounts.map((column, place) => {
    const rows = itemsOf(pages, column, known.style);
    const { items: found, match } = explained(rows.slice(0, firstTax(rows, known)), known.sums);
    const counted = withFactors(found, known.style);
    const items = columns[column]?.concept === 'line_unit_price' ? pricedAsRows(counted, match !== undefined) : counted;
    const isProven = items.every(known.sums.length === 0 ? agrees : multiplies);
    const isMostlyProven = !isProven && match === undefined && mostMultiply(items);
    return {
      headers: columns.map(({ text }) => text),
      items: isMostlyProven ? items.map(unlessProven) : items,
      confidence: match !== undefined ? 'certain' : isProven || isMostlyProven ? 'likely' : 'unsure',
      points: (match === undefined ? 0 : 1000 - match * 10) + Math.min(items.length, 9) - place,
    };
  });
}

/** Whether nearly all rows of a table are proven by their own products, though it lacks some and so does not add up. */
function mostMultiply(items: readonly TableItem[]): boolean {
  const proven = items.filter(multiplies).length;
  return proven >= minProven && proven >= minProvenShare * items.length;
}
const minProven = 3;
const minProvenShare = 0.8;

/** A row among proven ones that is not proven itself stays unsure. */
function unlessProven(item: TableItem): TableItem {
  if (multiplies(item)) return item;
  const unsure = (cell: ItemCell | undefined): ItemCell | undefined => cell && { ...cell, confidence: 'unsure' };
  const cells = Object.fromEntries(Object.entries(item.cells).map(([concept, cell]) => [concept, unsure(cell)])) as TableItem['cells'];
  return { ...item, cells, columns: item.columns.map(unsure) };
}

/** The columns of amounts, last first. Without one, unit prices are the amounts, for things sold once. */
function amountColumns(concepts: readonly (ColumnConcept | undefined)[]): readonly number[] {
  const amounts = concepts.flatMap((concept, at) => (concept === 'line_amount' ? [at] : [])).reverse();
  return amounts.length > 0 ? amounts : concepts.flatMap((concept, at) => (concept === 'line_unit_price' ? [at] : []));
}

/**
 * Where the only money of a table are prices and these add up to a sum, they are the amounts of the rows, and prices of one only where
 * nothing else is counted. So they are without a quantity, for things sold once.
 */
function pricedAsRows(items: readonly TableItem[], match: boolean): readonly TableItem[] {
  const once = items.every(({ cells }) => cells.line_quantity === undefined);
  const single = items.every(({ cells }) => cells.line_quantity?.number?.equals(1) ?? true);
  if (!match && !once) return items;
  return items.map((item) => {
    const { line_unit_price: price, ...others } = item.cells;
    return price ? { ...item, cells: { ...others, line_amount: price, ...(single && { line_unit_price: price }) } } : item;
  });
}

/** Whether quantity times unit price makes the amount, or one of the three is not printed. */
const agrees = (item: TableItem): boolean =>
  multiplies(item) || item.cells.line_quantity?.number === undefined || item.cells.line_unit_price?.number === undefined;
