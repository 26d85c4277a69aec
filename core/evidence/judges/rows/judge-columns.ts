import { type Decimal, unknown } from '../../../contracts/amount.js';
import type { Cap } from '../../../contracts/cap.js';
import type { Concept } from '../../../contracts/concept.js';
import type { Box } from '../../../contracts/document.js';
import type { Grounded } from '../../grounded.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { sharesColumn } from '../../page/boxes.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { boxOf, type Spot } from '../../page/page-index.js';
import { columnOf, knownHeaderOver } from '../../page/surroundings.js';
import { cap } from '../../scoring/caps.js';
import type { PlacedItem } from './place-items.js';

/** The two columns that models confuse, or take the line amount for, and that the page can distinguish; the sums check the amounts. */
type OperandColumn = 'line_quantity' | 'line_unit_price';
const otherColumn: Readonly<Record<OperandColumn, OperandColumn>> = { line_quantity: 'line_unit_price', line_unit_price: 'line_quantity' };
const isColumn = (concept: Concept | undefined): concept is OperandColumn => concept === 'line_quantity' || concept === 'line_unit_price';

/**
 * Whether quantity and unit price stand in their own columns: under their headers, with no currency on a quantity, and aligned with those
 * of neighbouring items. Returns caps by the path of each misplaced cell.
 */
export function judgeColumns(items: readonly PlacedItem[], index: DocumentIndex): ReadonlyMap<string, Cap> {
  const lines = items.map((item) => lineOf(item, index));
  return new Map(
    lines.flatMap((line, position) =>
      [...line.values()].flatMap((place): readonly (readonly [string, Cap])[] => {
        const problem =
          misplaced(place, line, index) ?? (isExchanged(position, lines) ? 'the neighbouring items have it in another column' : undefined);
        return problem === undefined ? [] : [[place.cell.path, cap('label.otherColumn', `Column conflict: ${problem}`)]];
      }),
    ),
  );
}

/** Where an item's quantity or price is printed in its own rows. */
interface OperandPlace {
  readonly column: OperandColumn;
  readonly cell: Grounded;
  readonly spots: readonly Spot<Decimal>[];
  readonly boxes: readonly Box[];
  readonly item: PlacedItem;
}
type OperandLine = ReadonlyMap<OperandColumn, OperandPlace>;

function lineOf(item: PlacedItem, index: DocumentIndex): OperandLine {
  const places = item.cells.flatMap((cell) => {
    const column = conceptOf(cell.field);
    if (!isColumn(column) || cell.amount === unknown) return [];
    const spots = index.amountsWithin(cell.amount, item.from, Math.max(item.to, item.from + 1));
    return spots.length > 0 ? [[column, { column, cell, spots, boxes: spots.map(boxOf), item }] as const] : [];
  });
  return new Map(places);
}

function misplaced({ column, spots, item }: OperandPlace, line: OperandLine, index: DocumentIndex): string | undefined {
  if (column === 'line_quantity' && spots.every((spot) => spot.currency !== undefined)) return 'printed with a currency, as a price is';
  const columns = spots.map((spot) => columnOf(spot, index));
  if (columns.includes(column)) return undefined;
  const rivals = index.numbersIn(item.line).filter((spot) => columnOf(spot, index) === column);
  const another = rivals.length > 0 ? `another number stands in the column of the ${inWords(column)}` : undefined;
  // What stands under a known header of amounts belongs to no header that is unknown.
  if (columns.every((found) => found === 'line_amount')) return another;
  if (isFilled(otherColumn[column], line, { spots, index })) return undefined;
  if (columns.every((found) => found === otherColumn[column])) return `printed in the column of the ${inWords(otherColumn[column])}`;
  return columns.includes(otherColumn[column]) ? another : undefined;
}

/** Whether the number of a column stands nearer to its header than these spots do. They have a header of their own, which is not known. */
function isFilled(
  column: OperandColumn,
  line: OperandLine,
  { spots, index }: { readonly spots: readonly Spot<Decimal>[]; readonly index: DocumentIndex },
): boolean {
  const nearest = (places: readonly Spot<Decimal>[]): number =>
    Math.min(
      ...places.map((spot) => knownHeaderOver(spot, index)).map((header) => (header?.column === column ? header.distance : Infinity)),
    );
  return nearest(line.get(column)?.spots ?? []) < nearest(spots);
}

/** This many items before and after an item are compared with it. */
const neighbourItems = 6;

/** Whether an item's quantity stands in its neighbours' price column and its price in their quantity column. */
function isExchanged(position: number, lines: readonly OperandLine[]): boolean {
  const mine = lines[position];
  const others = lines.slice(Math.max(0, position - neighbourItems), position + neighbourItems + 1).filter((line) => line !== mine);
  const unlike = others.filter((line) => mine && !isAlike(mine, line));
  const swapped = unlike.filter((line) => mine && isSwapped(mine, line)).length;
  return swapped > 0 && swapped >= others.length - unlike.length;
}

const isSwapped = (a: OperandLine, b: OperandLine): boolean =>
  aligned(a, 'line_quantity', b, 'line_unit_price') && aligned(a, 'line_unit_price', b, 'line_quantity');
const isAlike = (a: OperandLine, b: OperandLine): boolean =>
  aligned(a, 'line_quantity', b, 'line_quantity') || aligned(a, 'line_unit_price', b, 'line_unit_price');

/** Whether two numbers of different rows overlap horizontally. */
function aligned(a: OperandLine, columnOfA: OperandColumn, b: OperandLine, columnOfB: OperandColumn): boolean {
  const others = b.get(columnOfB)?.boxes ?? [];
  return a.get(columnOfA)?.boxes.some((one) => others.some((two) => sharesColumn(one, two))) ?? false;
}

const inWords = (column: OperandColumn): string => column.replace('line_', '').replaceAll('_', ' ');
