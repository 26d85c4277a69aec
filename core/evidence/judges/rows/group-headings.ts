import type { Grounded } from '../../grounded.js';
import type { Span } from '../../page/page-index.js';
import type { PlacedItem } from './place-items.js';

/**
 * Where a text stands over its item's rows and all rows with the same one, as the heading of their group: a telephone number over its charges, a section
 * over its services. Undefined where it heads nothing, or another value of the field stands between them.
 */
export function headingOf(cell: Grounded, item: PlacedItem, placed: readonly PlacedItem[]): Span | undefined {
  if (cell.value === null || cell.field.type !== 'string') return undefined;
  const at = placed.indexOf(item);
  const isSame = ({ cells }: PlacedItem): boolean => cells.some(({ field, key }) => field === cell.field && key === cell.key);
  const before = placed.slice(0, at).findLastIndex((other) => !isSame(other));
  const [first, previous] = [placed[before + 1], placed[before]];
  const heading = first && cell.occurrences.find(({ order }) => order < first.line && order > (previous?.line ?? first.line - maxRowsOver));
  if (!heading) return undefined;
  const isBetween = ({ order }: Span): boolean => order > heading.order && order < item.line;
  const near = placed.slice(Math.max(0, at - maxOtherRows), at + 1 + maxOtherRows).flatMap(({ cells }) => cells);
  const others = near.filter(({ field, key }) => field === cell.field && key !== cell.key);
  return others.some(({ occurrences }) => occurrences.some(isBetween)) ? undefined : heading;
}

/** So many rows around a row may have another heading. */
const maxOtherRows = 12;
/** The first group has its heading right under that of the table. */
const maxRowsOver = 5;
