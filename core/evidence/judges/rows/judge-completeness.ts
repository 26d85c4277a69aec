import { type Decimal, unknown } from '../../../contracts/amount.js';
import type { UnreadRows } from '../../../contracts/model.js';
import { template } from '../../../schema/path.js';
import { once } from '../../../values/memoize.js';
import { decimal } from '../../../values/money.js';
import { type Grounded, held } from '../../grounded.js';
import { asksForRate } from '../../labels/concepts/concept-kind.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { labelsIn } from '../../labels/labels.js';
import { taxPartOf } from '../../labels/tax-parts.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { leftOf, maxEdgeGapPoints, meets, type Row, rightOf, type Span, type Spot, sharesEdge } from '../../page/page-index.js';
import { headerOfTable, isTableHeader } from '../../page/surroundings.js';
import { cap, isPrintedLabel } from '../../scoring/caps.js';
import { type ArrayItems, arraysIn, eachArray, type PlacedItem, placeItems, placesInRows } from './place-items.js';
import { isNamedSum, isSumRow, rowsThatAddUp } from './printed-tables.js';
import { sectionsOf } from './sections.js';

/**
 * Doubts the items beside a row of the printed table that no value of the reading has, and a little all other items of the array. Sections with rows of
 * their own are no rows of one table.
 */
export function judgeCompleteness(cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] {
  const known = once(() => Map.groupBy([...amountsOfItems(cells), ...amountsAlone(cells)], ({ order }) => order));
  return eachArray(
    cells,
    (items) => {
      if (sectionsOf(items, cells)) return [];
      const { placed } = placeItems(items);
      const isKnown = (spot: Spot<unknown>): boolean =>
        known()
          .get(spot.order)
          ?.some((place) => meets(place, spot)) ?? false;
      const missing = missingRow(placed, isKnown, index) ?? missingFromRun(placed, isKnown, index);
      return missing ? besideGap(missing, placed, items) : [];
    },
    index,
  );
}

/** Where the amounts of items stand in their lines; a breakdown of taxes is made of other rows. */
const amountsOfItems = (cells: readonly Grounded[]): readonly Span[] =>
  arraysIn(cells)
    .filter((items) => !items.some((item) => item.some(({ field }) => taxPartOf(field) !== undefined)))
    .flatMap((items) => placeItems(items).placed)
    .flatMap((item) =>
      item.cells.flatMap((cell) => (cell.amount === unknown ? [] : placesInRows(cell, item))).filter(({ order }) => order === item.line),
    );

/** Where labelled amounts outside arrays are printed that are printed once: a fee that the schema asks for apart may stand among the items. */
const amountsAlone = (cells: readonly Grounded[]): readonly Span[] =>
  cells.flatMap(({ path, field, amount, caps, occurrences: [place, ...more] }) =>
    amount !== unknown && !asksForRate(field) && place && more.length === 0 && !path.includes('[') && caps.some(isPrintedLabel)
      ? [place]
      : [],
  );

/** Whether a number is known as another value of the reading. */
type IsKnown = (spot: Spot<unknown>) => boolean;

/** A number of the page that only a row of the table can have. */
interface MissingRow {
  readonly spot: Spot<Decimal>;
  readonly why: string;
  /** False where its row has less than the rows of the items: it may as well be a sum, a fee or a remark. */
  readonly certain: boolean;
}

/**
 * The items before and after the gap are doubted most: one of them may have taken values of the missing row. What OCR has read as a row may be
 * none.
 */
function besideGap({ spot, why, certain }: MissingRow, placed: readonly PlacedItem[], items: ArrayItems): readonly Grounded[] {
  const reason = `Row missing: ${spot.text} on page ${spot.row.page} ${why} and no item has it`;
  const after = placed.findIndex(({ line }) => line > spot.order);
  const beside = new Set((after < 0 ? placed.slice(-1) : placed.slice(Math.max(0, after - 1), after + 1)).map(({ cells }) => cells));
  const near = certain && !spot.row.words.some(({ ocr }) => ocr) ? 'arithmetic.rows' : 'arithmetic.rowsPerhaps';
  const far = certain ? 'arithmetic.rowsElsewhere' : undefined;
  return items.flatMap((cells) => {
    const name = beside.has(cells) ? near : far;
    return name ? cells.map((cell) => held(cell, cap(name, reason))) : cells;
  });
}

/**
 * A row is missing when a number stands in a column of the items' numbers, inside the table, and in no item's row. The column is that of
 * the amounts, else of the prices, else of the quantities. If the items' amounts come to a sum
 * of the page, only a row that adds nothing can be missing. Undefined if none is.
 */
function missingRow(items: readonly PlacedItem[], isKnown: IsKnown, index: DocumentIndex): MissingRow | undefined {
  const column =
    columnConcepts.map((concept) => columnOf(concept, items, index)).find((found) => found !== undefined) ?? ownColumn(items, index);
  if (!column) return undefined;
  const { claimed } = column;
  const sum = sumOf(claimed);
  const complete = column.concept === 'line_amount' && claimed.length > 1 && isNamedSum(sum, index);
  const rows = new Set(items.map((item) => item.line).concat(claimed.map((spot) => spot.order)));
  const others = index.numbers.filter(
    (spot) => !rows.has(spot.order) && isInColumn(column, spot, index) && !(complete && addsSomething(spot)) && !isKnown(spot),
  );
  const isSum = ({ readings, order }: Spot<Decimal>): boolean =>
    readings.some((reading) => reading.eq(sum)) && !claimed.some((spot) => isLikeRow(order, spot.order, index));
  const sums = new Set(others.filter(isSum).map((spot) => spot.row));
  const isEnd = (row: Row, order: number): boolean =>
    sums.has(row) || isTableHeader(row) || (isSumRow(row) && !isItemRow(order, claimed, index));
  const missing = others
    .filter((spot) => isWithinTable(spot, claimed, isEnd, index))
    .map((spot) => ({ spot, why: 'stands in the table', certain: isAsFull(spot, claimed, index) }));
  return missing.find(({ certain }) => certain) ?? missing[0];
}

const addsSomething = ({ readings }: Spot<Decimal>): boolean => !readings.some((reading) => reading.isZero());

/** Whether a row has as many numbers as the emptiest of the items' rows, and words if all of those have words. */
function isAsFull({ order, row }: Spot<unknown>, claimed: readonly Spot<unknown>[], index: DocumentIndex): boolean {
  const hasWords = ({ text }: Row): boolean => /\p{L}{3}/u.test(text);
  const fewest = Math.min(...claimed.map((spot) => index.numbersIn(spot.order).length));
  return index.numbersIn(order).length >= fewest && (hasWords(row) || !claimed.every((spot) => hasWords(spot.row)));
}

/**
 * Without a table header, a row is missing if the items need it to come to a printed sum. Undefined if none is missing or the items already
 * come to a sum.
 */
function missingFromRun(items: readonly PlacedItem[], isKnown: IsKnown, index: DocumentIndex): MissingRow | undefined {
  const claimed = items.flatMap((item) => spotOf('line_amount', item, index) ?? []);
  const [first] = claimed;
  if (!first || headerOfTable(first, index) || isNamedSum(sumOf(claimed), index)) return undefined;
  const amounts = rowsThatAddUp(index)?.amounts ?? [];
  const missing = claimed.every((spot) => amounts.includes(spot))
    ? amounts.find((spot) => !claimed.includes(spot) && !isKnown(spot))
    : undefined;
  return missing && { spot: missing, why: 'belongs to a sum of the page', certain: true };
}

const sumOf = (spots: readonly Spot<Decimal>[]): Decimal => spots.reduce((total, spot) => total.plus(spot.readings[0] ?? 0), decimal(0));

/** The columns that can identify a row, best first. */
const columnConcepts = ['line_amount', 'line_unit_price', 'line_quantity'] as const;

interface ItemColumn {
  readonly concept: (typeof columnConcepts)[number];
  /** The items' own numbers in this column. */
  readonly claimed: readonly Spot<Decimal>[];
  /** The left and right edge of its numbers, in points. */
  readonly left: number;
  readonly right: number;
  readonly decimals: number;
}

const isOf =
  (concept: ItemColumn['concept']) =>
  ({ field }: Grounded): boolean =>
    conceptOf(field) === concept;

/** The last column of amounts that the items have for a field of the caller's own. */
function ownColumn(items: readonly PlacedItem[], index: DocumentIndex): ItemColumn | undefined {
  const fields = new Set(items.flatMap(({ cells }) => cells.flatMap(({ field, amount }) => (amount === unknown ? [] : [field]))));
  const columns = [...fields]
    .filter((field) => conceptOf(field) === undefined)
    .flatMap((field) => columnOf('line_amount', items, index, (cell) => cell.field === field) ?? []);
  return columns.filter(({ decimals }) => decimals > 0).toSorted((a, b) => b.right - a.right)[0];
}

/** The column in which the items have their numbers of a concept. A single number makes a column only under a table header. */
function columnOf(
  concept: ItemColumn['concept'],
  items: readonly PlacedItem[],
  index: DocumentIndex,
  holds = isOf(concept),
): ItemColumn | undefined {
  const claimed = items.flatMap((item) => spotOf(concept, item, index, holds) ?? []);
  const [left, right] = [leftOf, rightOf].map((edge) => median(claimed.map(edge)));
  if (left === undefined || right === undefined) return undefined;
  const column = { concept, claimed, left, right, decimals: Math.min(...claimed.map((spot) => spot.decimals)) };
  const aligned = claimed.filter((spot) => isAlignedWith(column, spot)).length;
  return aligned >= (claimed.some((spot) => headerOfTable(spot, index)) ? 1 : 2) ? column : undefined;
}

/** Finds an item's number of a concept in its line, else in its other rows. A row that nobody has may print an equal number. */
function spotOf(
  concept: ItemColumn['concept'],
  { cells, line, from, to }: PlacedItem,
  index: DocumentIndex,
  holds = isOf(concept),
): Spot<Decimal> | undefined {
  const { amount } = cells.find(holds) ?? {};
  if (amount === undefined || amount === unknown) return undefined;
  const own = index.amountsWithin(amount, from, to);
  const inLine = own.filter(({ order }) => order === line);
  const here = inLine.length > 0 ? inLine : own;
  return concept === 'line_amount' ? here.at(-1) : here[0];
}

const median = (values: readonly number[]): number | undefined => [...values].sort((a, b) => a - b)[values.length >> 1];

const isAlignedWith = ({ left, right }: ItemColumn, spot: Spot<unknown>): boolean =>
  Math.abs(rightOf(spot) - right) <= maxEdgeGapPoints || Math.abs(leftOf(spot) - left) <= maxEdgeGapPoints;

/** An amount has decimals; an integer quantity needs a number with decimals in its row. */
function isInColumn(column: ItemColumn, spot: Spot<unknown>, index: DocumentIndex): boolean {
  if (spot.percent || !isAlignedWith(column, spot) || spot.decimals < column.decimals) return false;
  return spot.decimals > 0 || (column.concept === 'line_quantity' && index.numbersIn(spot.order).some(({ decimals }) => decimals > 0));
}

/**
 * Whether a number follows an item or the header with no end of the table in between: a sum, a carry-over or another header. Where no header
 * is known, a row above the first item counts if its numbers stand in the same columns.
 */
function isWithinTable(
  spot: Spot<unknown>,
  claimed: readonly Spot<unknown>[],
  isEnd: (row: Row, order: number) => boolean,
  index: DocumentIndex,
): boolean {
  const onPage = claimed.filter((other) => other.row.page === spot.row.page);
  const item = onPage.findLast((other) => other.order < spot.order);
  const next = onPage.find((other) => other.order > spot.order);
  const above = (): number | undefined =>
    headerOfTable(spot, index)?.order ?? (next && isLikeRow(spot.order, next.order, index) ? spot.order - 1 : undefined);
  const before = item?.order ?? (next && above());
  return before !== undefined && !index.rows.slice(before + 1, spot.order + 1).some((row, at) => isEnd(row, before + 1 + at));
}

/** Whether two rows have equally many numbers, at least two, one over the other. */
function isLikeRow(a: number, b: number, index: DocumentIndex): boolean {
  const [ofA, ofB] = [index.numbersIn(a), index.numbersIn(b)];
  const isOver = (one: Spot<unknown>, two: Spot<unknown> | undefined): boolean => two !== undefined && sharesEdge(one, two);
  return ofA.length >= 2 && ofA.length === ofB.length && ofA.every((spot, at) => isOver(spot, ofB[at]));
}

/** Whether a row with the label of a sum is an item's all the same: it is like the row of an item, and other words come first. */
function isItemRow(order: number, claimed: readonly Spot<unknown>[], index: DocumentIndex): boolean {
  const [label] = labelsIn(index.rows[order]?.text ?? '');
  return label !== undefined && label.from > 0 && claimed.some((spot) => isLikeRow(order, spot.order, index));
}

/** Doubts the rows beside pages whose rows a reader has not read, because their values may be of a missing row, and a little all other rows. */
export function judgeGaps(cells: readonly Grounded[], gaps: readonly UnreadRows[]): readonly Grounded[] {
  if (gaps.length === 0) return cells;
  return cells.map((cell) => {
    const own = gaps.filter(({ array }) => template(cell.path).startsWith(`${template(array)}[]`));
    const near = own.find(({ pages }) => isBeside(cell, pages));
    const gap = near ?? own[0];
    return gap ? held(cell, cap(near ? 'arithmetic.rows' : 'arithmetic.rowsElsewhere', missing(gap))) : cell;
  });
}

/** Whether a value stands on the page before missing ones, on the page after them, or on one of them. */
const isBeside = ({ evidence }: Grounded, pages: readonly number[]): boolean =>
  evidence !== undefined && pages.some((page) => Math.abs(page - evidence.page) <= 1);

const missing = ({ pages, reason }: UnreadRows): string => `Rows missing: ${pagesText(pages)} not read: ${reason}`;

/** A gap as an issue. */
export const noteOnGap = ({ array, pages, reason }: UnreadRows): string =>
  `${array}: the rows of ${pagesText(pages)} were not read: ${reason}`;

/** [3, 4, 5, 9] → `pages 3 to 5 and 9`. */
export function pagesText(pages: readonly number[]): string {
  const runs: { readonly from: number; to: number }[] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run && page === run.to + 1) run.to = page;
    else runs.push({ from: page, to: page });
  }
  const texts = runs.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
  const last = texts.pop() ?? '';
  return `page${pages.length > 1 ? 's' : ''} ${texts.length > 0 ? `${texts.join(', ')} and ${last}` : last}`;
}
