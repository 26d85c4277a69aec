import type { DocumentIndex } from '../../core/evidence/page/document-index.js';
import type { TruthRow } from '../eval/align-rows.js';
import { type LineField, lineFields } from '../eval/truth-file.js';
import { type Line, linePath, type Mark } from './sheet.js';
import { marksOf } from './standing.js';

/** What each cell says for a row being an item's own. An amount in it says most, for descriptions wrap and quantities repeat. */
const weights: Readonly<Record<LineField, number>> = { amount: 4, unit_price: 3, description: 3, quantity: 1 };

/** All places of an item's cells, by column. */
type Candidates = Readonly<Partial<Record<LineField, readonly Mark[]>>>;

/**
 * The rows of a document as they are printed: items take visual rows in order, each the one in which most of its cells stand, by the usual
 * dynamic programme; what is not in that row is taken from the nearest one before the next item. An item of which nothing is found is empty.
 */
export function placeLines(rows: readonly TruthRow[], index: DocumentIndex): readonly Line[] {
  const candidates = rows.map((row, at) => candidatesOf(row, at, index));
  const anchors = assign(candidates, index.rows.length);
  return candidates.map((item, at) => {
    const anchor = anchors[at];
    if (anchor === undefined) return {};
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
      return [[name, printedMark(stated.printed) ?? marksOf({ path: linePath(at, name), name }, stated.value, index)]];
    }),
  );

/** Where truth itself says where the value stands. */
export const printedMark = (
  printed: { readonly text: string; readonly page: number; readonly row: string } | undefined,
): readonly Mark[] | undefined => printed && [{ value: printed.text, quote: printed.row, page: printed.page }];

const orderOf = (mark: Mark): number | undefined => mark.place?.order;

/** For each item the order of its row in the document, strictly rising; undefined where nothing of it was found. */
function assign(items: readonly Candidates[], rows: number): readonly (number | undefined)[] {
  const worth = items.map((item) => worthOf(item));
  const best = Array.from({ length: items.length + 1 }, () => new Float64Array(rows + 1));
  const at = (i: number, r: number): number => best[i]?.[r] ?? 0;
  for (let i = items.length - 1; i >= 0; i -= 1) {
    const row = best[i];
    for (let r = rows - 1; row && r >= 0; r -= 1) {
      const here = worth[i]?.get(r);
      row[r] = Math.max(at(i, r + 1), at(i + 1, r), here === undefined ? 0 : here + at(i + 1, r + 1));
    }
  }
  const anchors: (number | undefined)[] = [];
  for (let i = 0, r = 0; i < items.length; ) {
    const here = worth[i]?.get(r);
    if (here !== undefined && r < rows && at(i, r) === here + at(i + 1, r + 1)) {
      anchors.push(r);
      i += 1;
      r += 1;
    } else if (r < rows && at(i, r) === at(i, r + 1)) r += 1;
    else {
      anchors.push(undefined);
      i += 1;
    }
  }
  return anchors;
}

/** Row order → what of the item stands there. A description that begins one or two rows off still says a little. */
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

interface Band {
  readonly anchor: number;
  /** The rows of the item before and the one after, which are theirs. */
  readonly before: number;
  readonly after: number;
}

/** Columns are filled from the right, where amounts stand; no printed number serves two cells. */
function lineAt(item: Candidates, band: Band): Line {
  const taken: Mark[] = [];
  const cells = (['amount', 'unit_price', 'quantity', 'description'] as const).flatMap((name) => {
    const near = (item[name] ?? []).filter((mark) => within(mark, band) && !taken.some((other) => overlap(mark, other)));
    const [mark] = near.sort((a, b) => distance(a, band) - distance(b, band) || side(name) * (leftOf(a) - leftOf(b)));
    if (!mark) return [];
    taken.push(mark);
    return [[name, mark] as const];
  });
  return Object.fromEntries(cells);
}

const within = (mark: Mark, { before, after }: Band): boolean => {
  const order = orderOf(mark);
  return order === undefined || (order > before && order < after);
};
const distance = (mark: Mark, { anchor }: Band): number => Math.abs((orderOf(mark) ?? anchor) - anchor - 0.1);
const leftOf = (mark: Mark): number => mark.place?.from ?? 0;
const side = (name: LineField): number => (name === 'amount' || name === 'unit_price' ? -1 : 1);
const overlap = ({ place: a }: Mark, { place: b }: Mark): boolean =>
  a !== undefined && b !== undefined && a.order === b.order && a.from < b.to && b.from < a.to;
