import type { Grounded } from '../../grounded.js';
import { sharesColumn } from '../../page/boxes.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { type Span, textOf } from '../../page/page-index.js';
import { phraseAt } from '../../page/surroundings.js';
import type { PlacedItem } from './place-items.js';

/** The rows of a table, and the page that they stand on. */
export interface GroupedRows {
  readonly placed: readonly PlacedItem[];
  readonly index: DocumentIndex;
}

/**
 * Where a text stands over its item's rows and all rows with the same one, two at least, as the heading of their group: a telephone number over its
 * charges, `2. Services`, or the first cell of the group's first row, where the others have none. Undefined where it heads nothing, or another value of the
 * field stands between them.
 */
export function headingOf(cell: Grounded, item: PlacedItem, { placed, index }: GroupedRows): Span | undefined {
  if (cell.value === null || cell.field.type !== 'string') return undefined;
  const at = placed.indexOf(item);
  const from = Math.max(0, at - maxRows);
  const isSame = (other: PlacedItem | undefined): boolean =>
    other?.cells.some(({ field, key }) => field === cell.field && key === cell.key) === true;
  const before = placed.slice(from, at).findLastIndex((other) => !isSame(other)) + from;
  const [previous, first, next] = [placed[before], placed[before + 1], placed[before + 2]];
  if (!first || !isSame(next)) return undefined;
  const top = previous && before >= from ? previous.line : first.line - maxRowsOver;
  const heading = cell.occurrences.find(
    (span) =>
      (span.order < first.line && span.order > top && isTitle(span, index)) ||
      (first !== item && span.order === first.line && isFirstCell(span, item, index)),
  );
  if (!heading) return undefined;
  const isBetween = ({ order }: Span): boolean => order > heading.order && order < item.line;
  const near = placed.slice(Math.max(0, at - maxOtherRows), at + 1 + maxOtherRows).flatMap(({ cells }) => cells);
  const others = near.filter(({ field, key }) => field === cell.field && key !== cell.key);
  return others.some(({ occurrences }) => occurrences.some(isBetween)) ? undefined : heading;
}

/** Whether a text is all of its part of a line, but for its number, its caption and a remark in brackets: `2. Services`, `Patient: Noah (2016)`. */
function isTitle(span: Span, index: DocumentIndex): boolean {
  const part = phraseAt(span, index);
  if (!part) return false;
  const [before, behind] = [textOf({ ...span, from: part.from, to: span.from }), textOf({ ...span, from: span.to, to: part.to })];
  return (/^(?:\d{1,3}(?:\.\d{1,3})*[.)]?)?$/.test(before) || before.endsWith(':')) && (behind === '' || behind.startsWith('('));
}

/** Whether a text is the first cell of its row, and the item's row has nothing in that column. */
function isFirstCell(span: Span, item: PlacedItem, index: DocumentIndex): boolean {
  const part = phraseAt(span, index);
  const own = index.lines[item.line]?.phrases ?? [];
  return part?.from === 0 && part.from === span.from && part.to === span.to && own.every((other) => !sharesColumn(other.box, part.box));
}

/** The first group has its heading right under that of the table. */
const maxRowsOver = 5;
/** More rows are hardly under one heading. */
const maxRows = 200;
/** So many rows around a row may have another heading. */
const maxOtherRows = 12;
