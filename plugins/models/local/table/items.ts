import type { Decimal } from '../../../../core/index.js';
import { isPrintedAsMoney, letters, type NumberStyle, readingsIn } from '../../../../core/text.js';
import { type BodyRow, type ItemCell, type ItemPage, numberAt, type TableItem, textAt } from './body.js';
import { unitBeside } from './column-contents.js';
import { descriptionOf, type ItemPlace } from './description.js';
import type { TableColumn } from './header.js';
import { describedBeside } from './names-beside.js';

/**
 * The items of a table. One begins in every row with a number in the amount column. Where any page prints money there, other numbers on any
 * page are not amounts.
 */
export function itemsOf(pages: readonly ItemPage[], amountColumn: number, style: NumberStyle | undefined): readonly TableItem[] {
  const starts = pages.map((page) => ({ page, found: startsOn(page, amountColumn, style) }));
  const money = starts.some(({ found }) => found.some((start) => start.money));
  const items = starts.flatMap(({ page, found }) => {
    const mine = found.filter((start) => start.money || !money);
    return mine.map((start, index) => {
      const place = { at: start.at, before: mine[index - 1]?.at ?? -1, after: mine[index + 1]?.at ?? page.rows.length };
      const cells = page.columns.map(({ concept }, column) => {
        const cell = cellAt(start.row, column, style) ?? wrappedFactor(page, start, { column, style });
        return concept === 'line_quantity' ? withoutUnit(cell, style) : cell;
      });
      const described = descriptionAt(page, place, start.row);
      const unit = unitBeside(start.row, page.columns);
      return {
        amount: start.amount,
        line: start.row.line,
        columns: cells,
        cells: { ...named(cells, page.columns, amountColumn), ...described, ...(unit && { line_unit: wordsAt(start.row, unit) }) },
      };
    });
  });
  return describedBeside(items, pages);
}

interface ItemStart {
  readonly at: number;
  readonly row: BodyRow;
  readonly amount: Decimal;
  readonly money: boolean;
}

const startsOn = ({ rows, columns }: ItemPage, amountColumn: number, style: NumberStyle | undefined): readonly ItemStart[] =>
  rows.flatMap((row, at) => {
    const amount = numberAt(row, amountColumn, style)?.value;
    return amount && isItem(row, columns, amountColumn) ? [{ at, row, amount, money: isMoney(row, columns, amountColumn, style) }] : [];
  });

function descriptionAt({ rows, columns }: ItemPage, place: ItemPlace, { line }: BodyRow): TableItem['cells'] {
  const name = columns.findIndex(({ names }) => names);
  const own = rows[place.at];
  const text = [own ? textAt(own, name) : '', descriptionOf(rows, place, columns)].filter((part) => part !== '').join(' ');
  return text === '' ? {} : { line_description: { value: text, number: undefined, line, quote: text } };
}

export function multiplies({ cells, amount }: TableItem): boolean {
  const [quantity, price] = [cells.line_quantity?.number, cells.line_unit_price?.number];
  return quantity !== undefined && price !== undefined && quantity.times(price).minus(amount).abs().lessThanOrEqualTo(maxRounding);
}

/** Whether a row is an item: beside the amount it has words or a number in another known column. */
function isItem(row: BodyRow, columns: readonly TableColumn[], amountColumn: number): boolean {
  return columns.some(
    ({ concept }, column) =>
      column !== amountColumn && (letters(textAt(row, column)) > 2 || (concept !== undefined && row.numbers[column] !== undefined)),
  );
}

/** Whether an amount is printed like money, or is the product of quantity and price. Other numbers in a money column are something else. */
function isMoney(row: BodyRow, columns: readonly TableColumn[], amountColumn: number, style: NumberStyle | undefined): boolean {
  const token = row.line.numbers[row.numbers[amountColumn] ?? -1];
  if (token && isPrintedAsMoney(token.value)) return true;
  const [quantity, price, amount] = (['line_quantity', 'line_unit_price'] as const)
    .map(
      (concept) =>
        numberAt(
          row,
          columns.findIndex((column) => column.concept === concept),
          style,
        )?.value,
    )
    .concat(numberAt(row, amountColumn, style)?.value);
  return quantity !== undefined && price !== undefined && amount !== undefined && quantity.times(price).equals(amount);
}

/** What a row prints in a column: its number, else its words. */
function cellAt(row: BodyRow, column: number, style: NumberStyle | undefined): ItemCell | undefined {
  const found = numberAt(row, column, style);
  const words = textAt(row, column);
  const value = found?.text ?? words;
  return value === '' ? undefined : { ...wordsAt(row, value), number: found?.value, words };
}

const wordsAt = ({ line }: BodyRow, value: string): ItemCell => ({
  value,
  number: undefined,
  line,
  quote: line.text,
});

/** A quantity without the unit that clings to it: `40h`. */
function withoutUnit(cell: ItemCell | undefined, style: NumberStyle | undefined): ItemCell | undefined {
  const value = cell?.number === undefined ? /^(\d[\d.,]*)\p{L}{1,4}\.?$/u.exec(cell?.value ?? '')?.[1] : undefined;
  return cell && value ? { ...cell, value, number: readingsIn(value, style)[0] } : cell;
}

interface CellPlace {
  readonly column: number;
  readonly style: NumberStyle | undefined;
}

/** A quantity or price in the line above or below its row, where its cell wraps: it makes the amount with the other one. */
function wrappedFactor({ rows, columns }: ItemPage, { at, row, amount }: ItemStart, { column, style }: CellPlace): ItemCell | undefined {
  const other = { line_quantity: 'line_unit_price', line_unit_price: 'line_quantity' } as const;
  const concept = columns[column]?.concept;
  if (concept !== 'line_quantity' && concept !== 'line_unit_price') return undefined;
  const known = numberAt(
    row,
    columns.findIndex((beside) => beside.concept === other[concept]),
    style,
  )?.value;
  const near = [rows[at - 1], rows[at + 1]].filter((beside) => beside?.line.page === row.line.page);
  return near
    .flatMap((beside) => (beside ? (cellAt(beside, column, style) ?? []) : []))
    .find(({ number }) => number && known?.times(number).minus(amount).abs().lessThanOrEqualTo(maxRounding));
}

/** Printed prices are rounded, and so are amounts. */
const maxRounding = '0.02';

/** The cells of known columns. Descriptions are left out because they may span rows, as are other columns of amounts. */
const named = (cells: TableItem['columns'], columns: readonly TableColumn[], amountColumn: number): TableItem['cells'] =>
  Object.fromEntries(
    columns.flatMap(({ concept }, column) => {
      const known = concept !== undefined && concept !== 'line_description' && (concept !== 'line_amount' || column === amountColumn);
      return known && cells[column] ? [[concept, cells[column]]] : [];
    }),
  );
