import { memoizeByPair } from '../../../../../core/internal.js';
import { right } from '../../page/layout.js';
import type { BodyRow } from '../body.js';
import type { TableColumn } from '../header-columns.js';

/** A column of descriptions, and how wide it is. */
export interface Wide {
  readonly column: number;
  readonly limit: Limit;
}

/** How far right a line of the description may reach: as far as one that ends a text, as far as one that goes on with a small letter. */
interface Limit {
  readonly any: number;
  readonly small: number;
  /** For lines that go on in the one below whatever that begins with. */
  readonly low: number;
}

/** Whether a line was full: it ends in the middle of something, or the next word would have gone too far. What fits and still stands below is a note. */
export function wraps(rows: readonly BodyRow[], upper: number, { column, limit }: Wide): boolean {
  const [last, first] = [rows[upper], rows[upper + 1]].map((row, below) => row?.line.words[row.words[column]?.at(below - 1) ?? -1]);
  if (!last || !first) return false;
  const end = /^\p{Ll}/u.test(first.text) ? limit.small : limit.any;
  return /[,&/+-]$/.test(last.text) || right(last.box) + first.box.width + spaceHeights * last.box.height > end;
}

/** The width of a space, in heights. */
const spaceHeights = 0.3;
/** Descriptions fill at least this much of the room to the next column before they wrap; less where a small letter says that they do. */
const minFullShare = { any: 0.75, small: 0.4 };
/** A line that goes on with a small letter may end this far before the furthest: some wrap by letters, not by width. */
const minReachShare = 0.85;

/** The descriptions of a table and how far they reach, which every item asks; undefined where it has none. */
export const descriptionsOf = memoizeByPair((rows: readonly BodyRow[], columns: readonly TableColumn[]): Wide | undefined => {
  const column = columns.findIndex(({ concept }) => concept === 'line_description');
  if (column < 0) return undefined;
  const words = rows.flatMap((row) => (row.words[column] ?? []).flatMap((at) => row.line.words[at]?.box ?? []));
  const left = words.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY);
  const next = columns[column + 1]?.box.x ?? left;
  const furthest = words.reduce((most, box) => Math.max(most, right(box)), Number.NEGATIVE_INFINITY);
  const limit = (full: number, reach: number) => left + Math.max(full * (next - left), reach * (furthest - left));
  return {
    column,
    limit: {
      any: limit(minFullShare.any, 1),
      small: limit(minFullShare.small, minReachShare),
      low: limit(minFullShare.any, minReachShare),
    },
  };
});
