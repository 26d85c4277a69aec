import type { Field } from '../../../contracts/schema.js';
import type { Span } from '../../page/page-index.js';
import { type ClaimingRow, type RowCell, valued } from './row-cells.js';

/**
 * Whether a value is as many words from an end of the same line of its item as in half of the rows around, two at least, and as no other field's: tills print
 * `ACC-8834 2 @ $79.99` without columns. Where most rows have it at one place from either end, so must this one.
 */
export function isInSlot(
  { cell: { field }, line, places }: RowCell,
  span: Span,
  row: ClaimingRow,
  others: readonly ClaimingRow[],
): boolean {
  if (places.length > maxSlotted) return false;
  const least = Math.max(minSlotted, valued(field, others) / 2);
  const usual = ends.map((end) => usualSlot(field, end, others)).filter(({ rows }) => rows >= least);
  const isRivalled = usual.some(({ slot, rows }) =>
    row.some(({ cell }) => cell.field !== field && slotted(cell.field, slot, others) >= rows),
  );
  return usual.length > 0 && !isRivalled && usual.every(({ end, slot }) => slotOf(span, line, end) === slot);
}
const minSlotted = 2;
const maxSlotted = 20;

const ends = ['begin', 'end'] as const;
type LineEnd = (typeof ends)[number];

/** A place as words from one end of its line, and the line as rows from that of its item. */
const slotOf = ({ row, order, from, to }: Span, line: number, end: LineEnd): string =>
  `${order - line} ${end} ${end === 'begin' ? from : row.words.length - to}`;

/** Where most rows have a field's value, seen from one end of their lines. */
interface UsualSlot {
  readonly end: LineEnd;
  readonly slot: string;
  /** How many rows have it there. */
  readonly rows: number;
}

function usualSlot(field: Field, end: LineEnd, rows: readonly ClaimingRow[]): UsualSlot {
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const slot of new Set(row.flatMap((one) => (one.cell.field === field ? slotsOf(one, end) : []))))
      counts.set(slot, (counts.get(slot) ?? 0) + 1);
  const [[slot, most] = ['', 0]] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return { end, slot, rows: most };
}

const slotsOf = ({ places, line }: RowCell, end: LineEnd): readonly string[] => places.map((place) => slotOf(place, line, end));

const slotted = (field: Field, slot: string, rows: readonly ClaimingRow[]): number =>
  rows.filter((row) => row.some((one) => one.cell.field === field && ends.some((end) => slotsOf(one, end).includes(slot)))).length;
