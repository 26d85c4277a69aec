import { unknown } from '../../../contracts/amount.js';
import type { Cap } from '../../../contracts/cap.js';
import type { Concept } from '../../../contracts/concept.js';
import type { Field } from '../../../contracts/schema.js';
import { type Grounded, held, placesOf } from '../../grounded.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { labelsIn, markIn } from '../../labels/labels.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Phrase } from '../../page/lines.js';
import { squash } from '../../print/normalise.js';
import { cap } from '../../scoring/caps.js';
import { isDate } from '../../type-value.js';
import { belongsToTaxRow } from '../judge-taxes.js';
import { exchangedColumns } from './exchanged-columns.js';
import { headingOf } from './group-headings.js';
import { joinedText } from './joined-texts.js';
import { judgeColumns } from './judge-columns.js';
import { type ColumnPlaces, columnPlaces, judgeColumnAbsence, judgeRowAbsence, judgeTaxRowAbsence } from './judge-row-absence.js';
import { unclaimedColumns } from './null-columns.js';
import { type ArrayItems, arraysIn, eachArray, type PlacedItem, placeItems } from './place-items.js';
import { sectionsOf, valuesOutside } from './sections.js';
import { mayShareRow, shareRows } from './side-by-side.js';
import { sumsOfRows } from './sums-of-rows.js';

/**
 * Judges the rows of every array: each item has its own row of the page, in order; its numbers and half of its description stand between
 * that row and the next item's; quantity and unit price stand under their own headers; its text is not the label of a sum. Items that are sections of the
 * document, and their rows, stand under their own headings.
 */
export function judgeRows(cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] {
  if (index.silent) return cells;
  const judged = eachArray(cells, (items) => (sectionsOf(items, cells) ? [] : judgeArray(items, index)), index);
  const outside = arraysIn(cells).flatMap((items) => valuesOutside(sectionsOf(items, cells) ?? []));
  if (outside.length === 0) return judged;
  const paths = new Set(outside.map(({ path }) => path));
  return judged.map((cell) => (paths.has(cell.path) ? held(cell, otherSection) : cell));
}

const otherSection = cap('label.otherRow', 'Row conflict: printed under the heading of another section');

function judgeArray(items: ArrayItems, index: DocumentIndex): readonly Grounded[] {
  const placement = placeItems(items);
  const { placed } = placement;
  const { sharing, unplaced } = shareRows(placement);
  const columns = judgeColumns(placed, index);
  const places = columnPlaces(placed);
  const exchanged = exchangedColumns(places, index);
  const table: JudgedTable = {
    columns,
    exchanged,
    unclaimed: unclaimedColumns(placed, index),
    places,
    placed,
    sums: sumsOfRows(placed),
    index,
  };
  return [
    ...placed.flatMap((item) => item.cells.map((cell) => judgeInRow(cell, item, table))),
    ...sharing
      .flatMap(({ cells }) => cells)
      .map((cell) => held(cell, cap('label.sharedRow', 'Row conflict: it shares a row of the page with another item'))),
    ...unplaced.flatMap((cells) => cells.map((cell) => held(cell, mayShareRow(cells, placement) ? sharedPerhaps : noRow))),
  ];
}

const noRow = cap('label.noRow', 'Row conflict: no row of the page is left for this item');
const sharedPerhaps = cap('label.unproven', 'Row conflict: its values may stand in the rows of another item');

interface JudgedTable {
  /** Column conflicts by path. */
  readonly columns: ReadonlyMap<string, Cap>;
  /** The headers over the values of fields whose columns are exchanged. */
  readonly exchanged: ReadonlyMap<Field, string>;
  /** A text of a column that no value claims, by the fields that have none. */
  readonly unclaimed: ReadonlyMap<Field, Phrase>;
  readonly places: ColumnPlaces;
  readonly placed: readonly PlacedItem[];
  /** The items whose amounts are the sums of those above them. */
  readonly sums: ReadonlySet<PlacedItem>;
  readonly index: DocumentIndex;
}

function judgeInRow(cell: Grounded, item: PlacedItem, table: JudgedTable): Grounded {
  const { index } = table;
  const header = cell.value === null ? undefined : table.exchanged.get(cell.field);
  if (header !== undefined)
    return held(cell, cap('label.otherColumn', `Column conflict: printed under "${header}", which names another field's values`));
  const found =
    cell.value === null
      ? (judgeRowAbsence(cell, item, index) ??
        judgeColumnAbsence(cell, item, table) ??
        judgeTaxRowAbsence(cell, item, index) ??
        judgeUnclaimed(cell, table))
      : cell.amount === unknown
        ? (judgeText(cell, item, table) ?? judgeSum(item, table))
        : (judgeNumber(cell, item, table) ?? judgeSum(item, table));
  return found ? held(cell, found) : cell;
}

function judgeUnclaimed({ field }: Grounded, { unclaimed }: JudgedTable): Cap | undefined {
  const free = unclaimed.get(field);
  return (
    free && cap('absence.unclaimed', `Not present: but "${free.text}" stands in a column of its table that no value of the answer has`)
  );
}

/** A number must stand in its item's rows. In the row of another item it is another's; elsewhere on the page it is no number of a row. */
function judgeNumber(cell: Grounded, item: PlacedItem, { columns, placed }: JudgedTable): Cap | undefined {
  if (cell.occurrences.some((span) => isInRowsOf(item, span.order))) return columns.get(cell.path);
  if (belongsToTaxRow(cell, item.cells)) return undefined;
  return cell.occurrences.some((span) => placed.some((other) => isInRowsOf(other, span.order)))
    ? cap('label.otherRow', 'Row conflict: the number stands in the row of another item')
    : cap('label.outsideRows', 'Row conflict: the number stands outside the rows of the items');
}

const isInRowsOf = ({ from, to }: PlacedItem, order: number): boolean => order >= from && order < Math.max(to, from + 1);

/**
 * At least half of a text's longer words must stand in the item's rows, and all of its words if the rows of another item print it as it
 * stands.
 */
function judgeText(cell: Grounded, item: PlacedItem, { placed, index }: JudgedTable): Cap | undefined {
  if (placesOf(cell).length === 0 && isChoice(cell.field)) return undefined;
  const joined = joinedText(cell, item, { placed, index });
  if (joined !== undefined) return cap('label.otherRow', `Row conflict: it takes in "${joined}", which is another value`);
  const isInItsRows = placesOf(cell).some(({ order }) => order >= item.textFrom && order < item.to);
  if (isInItsRows || headingOf(cell, item, { placed, index })) return undefined;
  const elsewhere = cell.occurrences.some(({ order }) => placed.some((other) => isInRowsOf(other, order)));
  const words = String(cell.value).split(/\s+/).map(squash);
  const wanted = words.filter((word) => word.length > (elsewhere ? 0 : 3));
  const printed = squash(
    index.rows
      .slice(item.textFrom, item.to)
      .map((row) => row.text)
      .join(' '),
  );
  const found = wanted.filter((word) => printed.includes(word)).length;
  if (found >= wanted.length / (elsewhere ? 1 : 2)) return undefined;
  return found > 0 && !elsewhere
    ? cap('label.partlyInRow', `Row conflict: only ${found} of its ${wanted.length} longer words are printed in its rows`)
    : cap('label.otherRow', `Row conflict: ${elsewhere ? 'printed in another row' : 'its rows do not print it'}`);
}

/** What a yes, a no or a choice follows from need not be its own words. */
const isChoice = ({ type, enum: choices = [] }: Field): boolean => type === 'boolean' || choices.length > 0;

const judgeSum = (item: PlacedItem, { sums }: JudgedTable): Cap | undefined =>
  sums.has(item) ? cap('label.sumRow', 'Row conflict: its amounts are the sums of the rows above, it is no item') : judgeSumRow(item);

/** Doubts an item whose text is little more than the label of a sum or of a carry-over, and that has neither quantity nor unit price. */
export function judgeSumRow({ cells, line }: PlacedItem): Cap | undefined {
  if (cells.some((cell) => cell.amount !== unknown && is(cell, ['line_quantity', 'line_unit_price']))) return undefined;
  const described = cells.find((cell) => is(cell, ['line_description']));
  const texts = cells.flatMap(({ value, field }) => (value !== null && field.type === 'string' ? [String(value)] : []));
  const text = described
    ? String(described.value ?? '')
    : texts.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  const isDated = cells.some(({ field, occurrences }) => isDate(field) && occurrences.some(({ order }) => order === line));
  const isSum = isLabelOf(text, described && !isDated ? sums : totals);
  return isSum ? cap('label.sumRow', `Row conflict: "${text}" is the label of a sum, not an item`) : undefined;
}

/** Sums that a reader may take for items. Charges and discounts are left out, because they may be items. */
const sums = new Set<string>(['subtotal', 'tax', 'total', 'amount_due']);
/** A table of the caller's own may be one of taxes, and a `City tax` of a day is charged. */
const totals = new Set<string>(['subtotal', 'total', 'amount_due']);

/** This much of a text without its digits must be labels: `Total EUR` is one, `Total station rental` is none. */
const minLabelShare = 0.6;

function isLabelOf(text: string, concepts: ReadonlySet<string>): boolean {
  if (markIn(text) === 'carry-over') return true;
  const labels = labelsIn(text).filter(({ concept }) => concepts.has(concept));
  const labelled = labels.reduce((length, { from, to }) => length + to - from, 0);
  return labelled > 0 && labelled >= minLabelShare * squash(text.replace(/\d/g, '')).length;
}

const is = ({ field }: Grounded, concepts: readonly Concept[]): boolean => concepts.includes(conceptOf(field) as Concept);
