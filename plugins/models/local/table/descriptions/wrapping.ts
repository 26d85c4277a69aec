import { memoizeByPair } from '../../../../../core/index.js';
import { right } from '../../page/layout.js';
import type { BodyRow } from '../body.js';
import type { TableColumn } from '../header-columns.js';

/** The description column and how far its lines reach. */
export interface DescriptionColumn {
  readonly column: number;
  readonly limit: FullLineLimit;
}

/** How far right a line must reach to count as full, by how the text goes on. */
interface FullLineLimit {
  readonly any: number;
  readonly small: number;
  /** For lines that continue below, whatever the next one begins with. */
  readonly low: number;
}

/**
 * Whether a line wraps: it ends in the middle of something, or the next word would not have fitted. A word that would have fitted begins a
 * note.
 */
export function wraps(rows: readonly BodyRow[], upper: number, { column, limit }: DescriptionColumn): boolean {
  const [last, first] = [rows[upper], rows[upper + 1]].map((row, below) => row?.line.words[row.words[column]?.at(below - 1) ?? -1]);
  if (!last || !first) return false;
  const end = /^\p{Ll}/u.test(first.text) ? limit.small : limit.any;
  return /[,&/+-]$/.test(last.text) || right(last.box) + first.box.width + spaceHeights * last.box.height > end;
}

/** The width of a space, in line heights. */
const spaceHeights = 0.3;
/** The share of the space up to the next column that a wrapping line fills. Less is enough where a small letter confirms the wrap. */
const minFullShare = { any: 0.75, small: 0.4 };
/** A line that continues with a small letter may end this far before the longest: some programs wrap by characters, not by width. */
const minReachShare = 0.85;

/** The description column of a table, memoized because every item asks for it; undefined where there is none. */
export const descriptionColumn = memoizeByPair(
  (rows: readonly BodyRow[], columns: readonly TableColumn[]): DescriptionColumn | undefined => {
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
  },
);
