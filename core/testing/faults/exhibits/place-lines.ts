import type { DocumentIndex } from '../../../evidence/page/document-index.js';
import type { TruthRow } from '../truth/align-rows.js';
import { type LineField, lineFields } from '../truth/truth-file.js';
import { type FaultLine, type FaultMark, linePath } from './sheet.js';
import { marksOf } from './standing.js';

/** How strongly each cell marks a row as the row of an item. Amounts count most, because descriptions wrap and quantities repeat. */
const weights: Readonly<Record<LineField, number>> = { amount: 4, unit_price: 3, description: 3, quantity: 1 };

/** Every place where each cell of an item is printed, by column. */
type Candidates = Readonly<Partial<Record<LineField, readonly FaultMark[]>>>;

/**
 * The rows of a document as printed: a dynamic programme gives items, in order, the visual row that has most of their cells; missing cells
 * come from the nearest row before the next item. An item that is found nowhere is empty.
 */
export function placeLines(rows: readonly TruthRow[], index: DocumentIndex): readonly FaultLine[] {
  const candidates = rows.map((row, at) => candidatesOf(row, at, index));
  const anchors = assign(candidates, index.rows.length);
  return candidates.map((item, at) => {
    const anchor = anchors[at];
    if (anchor === undefined) return statedOnly(item);
    const after = anchors.slice(at + 1).find((next) => next !== undefined) ?? anchor + 12;
    const before = anchors.slice(0, at).findLast((last) => last !== undefined) ?? anchor - 4;
    return lineAt(item, { anchor, before, after });
  });
}

const candidatesOf = (row: TruthRow, at: number, index: DocumentIndex): Candidates =>
  Object.fromEntries(
    lineFields.flatMap((name) => {
      const stated = row[name];
      if (!stated || stated.visible === false) return [];
      return [[name, marksOf({ path: linePath(at, name), name }, stated, index)]];
    }),
  );

const orderOf = (mark: FaultMark): number | undefined => mark.place?.order;

/** The order of each item's row in the document, strictly rising; undefined where nothing of the item was found. */
function assign(items: readonly Candidates[], rows: number): readonly (number | undefined)[] {
  const worth = items.map((item) => worthOf(item));
  const best = table(worth, rows);
  const anchors: (number | undefined)[] = [];
  for (let item = 0, row = 0; item < items.length; ) {
    const here = worth[item]?.get(row);
    const value = at(best, item, row);
    if (here !== undefined && value === here + at(best, item + 1, row + 1)) {
      anchors.push(row);
      item += 1;
      row += 1;
    } else if (row < rows && value === at(best, item, row + 1)) row += 1;
    else {
      anchors.push(undefined);
      item += 1;
    }
  }
  return anchors;
}

/** best[i][r] is the highest worth of the items from i on in the rows from r on. */
function table(worth: readonly ReadonlyMap<number, number>[], rows: number): readonly Float64Array[] {
  const best = Array.from({ length: worth.length + 1 }, () => new Float64Array(rows + 1));
  for (let item = worth.length - 1; item >= 0; item -= 1) {
    const own = best[item];
    for (let row = rows - 1; own && row >= 0; row -= 1) {
      const here = worth[item]?.get(row);
      const taken = here === undefined ? 0 : here + at(best, item + 1, row + 1);
      own[row] = Math.max(at(best, item, row + 1), at(best, item + 1, row), taken);
    }
  }
  return best;
}

const at = (best: readonly Float64Array[], item: number, row: number): number => best[item]?.[row] ?? 0;

/** Row order → worth of that row for the item. A description that begins one or two rows off counts a little. */
function worthOf(item: Candidates): ReadonlyMap<number, number> {
  const worth = new Map<number, number>();
  for (const name of lineFields) {
    for (const order of new Set(item[name]?.flatMap((mark) => orderOf(mark) ?? []))) {
      worth.set(order, (worth.get(order) ?? 0) + weights[name]);
    }
  }
  for (const order of new Set(item.description?.flatMap((mark) => orderOf(mark) ?? []))) {
    for (const [near, bonus] of [
      [order - 1, 1],
      [order + 1, 1.5],
      [order + 2, 1],
    ] as const) {
      const there = worth.get(near);
      if (there !== undefined) worth.set(near, there + bonus);
    }
  }
  return worth;
}

interface RowBand {
  readonly anchor: number;
  /** The rows of the neighbouring items, exclusive bounds for this one. */
  readonly before: number;
  readonly after: number;
}

/** Cells whose place the truth states although no row of the page index holds them. */
const statedOnly = (item: Candidates): FaultLine =>
  Object.fromEntries(lineFields.flatMap((name) => (item[name] ?? []).filter((mark) => !mark.place).map((mark) => [name, mark])));

/** Fills columns from the right, where amounts stand; no printed number is used for two cells. */
function lineAt(item: Candidates, band: RowBand): FaultLine {
  const taken: FaultMark[] = [];
  const cells = (['amount', 'unit_price', 'quantity', 'description'] as const).flatMap((name) => {
    const near = (item[name] ?? []).filter((mark) => within(mark, band) && !taken.some((other) => overlap(mark, other)));
    const [mark] = near.sort((a, b) => distance(a, band) - distance(b, band) || side(name) * (leftOf(a) - leftOf(b)));
    if (!mark) return [];
    taken.push(mark);
    return [[name, mark] as const];
  });
  return Object.fromEntries(cells);
}

const within = (mark: FaultMark, { before, after }: RowBand): boolean => {
  const order = orderOf(mark);
  return order === undefined || (order > before && order < after);
};
const distance = (mark: FaultMark, { anchor }: RowBand): number => Math.abs((orderOf(mark) ?? anchor) - anchor - 0.1);
const leftOf = (mark: FaultMark): number => mark.place?.from ?? 0;
const side = (name: LineField): number => (name === 'amount' || name === 'unit_price' ? -1 : 1);
const overlap = ({ place: a }: FaultMark, { place: b }: FaultMark): boolean =>
  a !== undefined && b !== undefined && a.order === b.order && a.from < b.to && b.from < a.to;
