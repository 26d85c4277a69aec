import { firstWhere } from '../../../values/first-where.js';
import type { Grounded } from '../../grounded.js';
import { boxOf, meets, type Span } from '../../page/page-index.js';
import { isUnquoted } from '../../unnamed.js';
import { type ArrayItems, type PlacedItem, placesInRows, type RowPlacement } from './place-items.js';

/** An item without a row of its own that is printed beside a placed item, at words of its own; `beside` where nothing was quoted. */
export interface SharingItem {
  readonly cells: readonly Grounded[];
  readonly beside?: PlacedItem;
}

/** Parts the items without rows of their own into those that share the row of a placed one, and those for which no row is left. */
export function shareRows({ placed, rowless }: RowPlacement): { readonly sharing: readonly SharingItem[]; readonly unplaced: ArrayItems } {
  const byLine = new Map(placed.map((item) => [item.line, item.cells]));
  const besides = itemsBeside(rowless, placed);
  const sharing = rowless.flatMap((cells): readonly SharingItem[] => {
    const beside = besides.get(cells);
    if (beside) return [{ cells, beside }];
    return !cells.some(isUnquoted) && sharesRow(cells, byLine) ? [{ cells }] : [];
  });
  const shares = new Set(sharing.map(({ cells }) => cells));
  return { sharing, unplaced: rowless.filter((cells) => !shares.has(cells)) };
}

/** Whether all values of an item stand in the line of a placed item, and each at words that no value of that item is quoted from. */
function sharesRow(cells: readonly Grounded[], placed: ReadonlyMap<number, readonly Grounded[]>): boolean {
  const spans = cells.flatMap(({ evidence }) => evidence?.spans ?? []);
  const [first] = spans;
  const others = first && placed.get(first.order)?.flatMap(({ evidence }) => evidence?.spans ?? []);
  return others !== undefined && spans.every((span) => span.order === first?.order && !others.some((other) => meets(span, other)));
}

/** No more items stand side by side, and of a value that many rows print only these are looked at. */
const maxBeside = 24;
const maxLooked = 20;

/**
 * The placed item beside which each item without rows of its own stands: addresses and instalments are printed side by side. Empty where there are more such
 * items than a page is wide.
 */
function itemsBeside(rowless: ArrayItems, placed: readonly PlacedItem[]): ReadonlyMap<readonly Grounded[], PlacedItem> {
  if (rowless.length > maxBeside) return new Map();
  return new Map(
    rowless.flatMap((cells) => {
      const beside = cells.some(isUnquoted) ? mayStandBeside(cells, placed).find((item) => standsBeside(cells, item, rowless)) : undefined;
      return beside && standsBeside(beside.cells, beside, rowless) ? [[cells, beside] as const] : [];
    }),
  );
}

/** Whether a row of the page that a placed item has prints all values of an item, and not all of them are that one's: they may stand side by side. */
export const mayShareRow = (cells: readonly Grounded[], { placed, rowless }: RowPlacement): boolean =>
  rowless.length <= maxBeside &&
  mayStandBeside(cells, placed).some(
    (item) =>
      cells.every((cell) => cell.value === null || placesInRows(cell, item).length > 0) &&
      cells.some(({ field, key }) => item.cells.some((other) => other.field === field && other.key !== key)),
  );

/** The items in whose rows the rarest value of an item is printed. */
function mayStandBeside(cells: readonly Grounded[], placed: readonly PlacedItem[]): readonly PlacedItem[] {
  const [rarest] = cells.filter(({ value }) => value !== null).toSorted((a, b) => a.occurrences.length - b.occurrences.length);
  const found = (rarest?.occurrences ?? []).slice(0, maxLooked).flatMap(({ order }) => itemAt(order, placed) ?? []);
  return [...new Set(found)];
}

/** The item whose rows have an order of the page; the items and their rows ascend. */
function itemAt(order: number, placed: readonly PlacedItem[]): PlacedItem | undefined {
  const item = placed[firstWhere(placed, ({ textFrom }) => textFrom > order) - 1];
  return item && order < Math.max(item.to, item.line + 1) ? item : undefined;
}

/**
 * Whether the rows of a placed item print all values of an item, each as often as that one and all without rows say it, and with none of theirs in between.
 */
function standsBeside(cells: readonly Grounded[], item: PlacedItem, rowless: ArrayItems): boolean {
  const all = [item.cells, ...rowless].flat().map((cell) => ({ cell, places: placesInRows(cell, item) }));
  const stated = all.filter(({ cell }) => cell.value !== null && cells.includes(cell));
  const timesSaid = ({ field, key }: Grounded): number => all.filter(({ cell }) => cell.field === field && cell.key === key).length;
  if (stated.length === 0 || !stated.every(({ cell, places }) => places.length >= timesSaid(cell))) return false;
  const { left, right } = narrowest(stated.map(({ places }) => places.map(middleOf)));
  const others = all.filter(({ cell }) => !cells.includes(cell) && !stated.some((own) => own.cell.key === cell.key));
  const isBetween = others.flatMap(({ places }) => places.map(middleOf)).some((x) => x >= left && x <= right);
  return !isBetween && !leavesNumber(placesOfAll(stated), placesOfAll(all));
}

const placesOfAll = (printed: readonly { readonly places: readonly Span[] }[]): readonly Span[] => printed.flatMap(({ places }) => places);

/** Whether the lines of some values print a number that no value has: then each may belong to what stands on its other side. */
const leavesNumber = (own: readonly Span[], claimed: readonly Span[]): boolean =>
  [...new Map(own.map((place) => [place.order, place.row])).entries()].some(([order, row]) => {
    const taken = claimed.filter((place) => place.order === order);
    return row.words.some(({ text }, at) => /\d/.test(text) && !taken.some(({ from, to }) => from <= at && at < to));
  });

const middleOf = (place: Span): number => {
  const { x, width } = boxOf(place);
  return x + width / 2;
};

/** The narrowest extent that has one of the places of each value, in points from the left. */
function narrowest(values: readonly (readonly number[])[]): { readonly left: number; readonly right: number } {
  const [anchors = [0]] = values.toSorted((a, b) => a.length - b.length);
  const extents = anchors.map((anchor) => {
    const nearest = values.map((places) => places.toSorted((a, b) => Math.abs(a - anchor) - Math.abs(b - anchor))[0] ?? anchor);
    return { left: Math.min(...nearest), right: Math.max(...nearest) };
  });
  return extents.toSorted((a, b) => a.right - a.left - (b.right - b.left))[0] ?? { left: 0, right: 0 };
}
