import type { Box } from '../../../../core/index.js';
import { middle, overlap, type PageLine, right } from '../page/layout.js';
import type { TableColumn } from './header-columns.js';

/** The right edge of every column but the last. */
export type ColumnEdges = readonly number[];

/**
 * Finds the edge between two columns: the widest gap between the middles of their headers that the fewest words touch,
 * and that parts the fewest words from the only header they stand under. A header may be aligned left, right or centred above its
 * column, so the rows decide. Words between two headers belong to the one that has none otherwise: below a centred header, short texts may
 * end before it begins.
 */
export function edgesOf(columns: readonly TableColumn[], rows: readonly PageLine[]): ColumnEdges {
  const boxes = rows.flatMap(({ words }) => words.map(({ box }) => box));
  const edges: number[] = [];
  columns.slice(0, -1).forEach((column, index) => {
    const [next, after] = [columns[index + 1] ?? column, columns[index + 2]];
    const zones = {
      left: [edges.at(-1) ?? Number.NEGATIVE_INFINITY, middle(column.box)],
      next: [middle(next.box), after?.box.x ?? Number.POSITIVE_INFINITY],
    } as const;
    const gap = { left: column.box, next: next.box, wanted: sideWanting(boxes, { left: column.box, next: next.box }, zones) };
    edges.push(cleanestGap(boxes, gap) ?? (right(column.box) + next.box.x) / 2);
  });
  return edges;
}

interface Neighbours<Each> {
  readonly left: Each;
  readonly next: Each;
}

/** Which of two neighbouring columns has no words but those between their headers; undefined where both or none have. */
function sideWanting(
  boxes: readonly Box[],
  headers: Neighbours<Box>,
  zones: Neighbours<readonly [from: number, to: number]>,
): 'left' | 'next' | undefined {
  const has = (side: 'left' | 'next') => {
    const [from, to] = zones[side];
    return boxes.some((box) => overlap(headers[side], box) > 0 || (box.x >= from && right(box) <= to));
  };
  const hasLeft = has('left');
  return hasLeft === has('next') ? undefined : hasLeft ? 'next' : 'left';
}

/** The column at a horizontal position, by the edges. */
export const columnAt = (edges: ColumnEdges, x: number): number => {
  const at = edges.findIndex((edge) => x < edge);
  return at < 0 ? edges.length : at;
};

interface GapSearch extends Neighbours<Box> {
  /** The side that should get some of the words between. */
  readonly wanted: 'left' | 'next' | undefined;
}

/** The middle of the widest gap between two headers among those that cost the fewest words. */
function cleanestGap(all: readonly Box[], { left, next, wanted }: GapSearch): number | undefined {
  const [from, to] = [middle(left), middle(next)];
  const boxes = all.filter((box) => right(box) > from && box.x < to);
  if (boxes.length === 0 || to <= from) return undefined;
  const within = (x: number) => Math.min(to, Math.max(from, x));
  const marks = [...new Set([from, to, ...boxes.flatMap((box) => [within(box.x), within(right(box))])])].sort((a, b) => a - b);
  const under = { left: boxes.filter((box) => isUnderOnly(box, left, next)), next: boxes.filter((box) => isUnderOnly(box, next, left)) };
  const gaps = marks.slice(0, -1).map((start, index) => {
    const end = marks[index + 1] ?? start;
    const touched = boxes.filter((box) => box.x < end && right(box) > start).length;
    const parted = under.left.filter((box) => box.x >= end).length + under.next.filter((box) => right(box) <= start).length;
    return { start, end, cost: touched + parted };
  });
  const least = Math.min(...gaps.map(({ cost }) => cost));
  const open = gaps.filter(({ cost }) => cost === least).sort((a, b) => b.end - b.start - (a.end - a.start));
  const giving = open.find(({ start, end }) => boxes.some((box) => (wanted === 'next' ? box.x >= end : right(box) <= start)));
  const best = (wanted && giving) ?? open[0];
  return best && (best.start + best.end) / 2;
}

const isUnderOnly = (box: Box, header: Box, other: Box): boolean => overlap(header, box) > 0 && overlap(other, box) === 0;
