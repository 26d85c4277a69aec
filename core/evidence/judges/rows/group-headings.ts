import type { Grounded } from '../../grounded.js';
import type { Span } from '../../page/page-index.js';
import type { PlacedItem } from './place-items.js';

/**
 * Where a text stands alone in a line over its item's rows and all rows with the same one, two at least, as the heading of their group: a telephone
 * number over its charges, a section over its services. Undefined where it heads nothing, or another value of the field stands between them.
 */
export function headingOf(cell: Grounded, item: PlacedItem, placed: readonly PlacedItem[]): Span | undefined {
  if (cell.value === null || cell.field.type !== 'string') return undefined;
  const at = placed.indexOf(item);
  const from = Math.max(0, at - maxRows);
  const isSame = (other: PlacedItem | undefined): boolean =>
    other?.cells.some(({ field, key }) => field === cell.field && key === cell.key) === true;
  const before = placed.slice(from, at).findLastIndex((other) => !isSame(other)) + from;
  const [previous, first, next] = [placed[before], placed[before + 1], placed[before + 2]];
  if (!first || !isSame(next)) return undefined;
  const top = previous && before >= from ? previous.line : first.line - maxRowsOver;
  const heading = cell.occurrences.find((span) => span.order < first.line && span.order > top && isAlone(span));
  if (!heading) return undefined;
  const isBetween = ({ order }: Span): boolean => order > heading.order && order < item.line;
  const near = placed.slice(Math.max(0, at - maxOtherRows), at + 1 + maxOtherRows).flatMap(({ cells }) => cells);
  const others = near.filter(({ field, key }) => field === cell.field && key !== cell.key);
  return others.some(({ occurrences }) => occurrences.some(isBetween)) ? undefined : heading;
}

const isAlone = ({ row, from, to }: Span): boolean => from === 0 && to === row.words.length;

/** The first group has its heading right under that of the table. */
const maxRowsOver = 5;
/** More rows are hardly under one heading. */
const maxRows = 200;
/** So many rows around a row may have another heading. */
const maxOtherRows = 12;
