import type { Box } from '../../../../core/index.js';
import { isPrintedAsMoney, middle, misalignment, overlap, type PageLine, type Phrase, right } from '../../../../core/text.js';
import { isNumeric, type TableColumn } from './header.js';

/** The words and numbers of a row by column. Words are given by their index in the row. */
export interface SharedRow {
  readonly words: readonly (readonly number[])[];
  /** For each column the index of its number among the numbers of the row. */
  readonly numbers: readonly (number | undefined)[];
}

/** Marks the columns as numeric that have an unknown header but hold a number in most rows. */
export function withNumeric(columns: readonly TableColumn[], rows: readonly PageLine[], edges: ColumnEdges): readonly TableColumn[] {
  const columnsOf = (parts: readonly { readonly box: Box }[]) => new Set(parts.map(({ box }) => columnAt(edges, middle(box))));
  const held = rows.map(({ words, numbers }) => ({ words: columnsOf(words), numbers: columnsOf(numbers) }));
  return columns.map((column, at) => {
    if (column.concept !== undefined) return column;
    const filled = held.filter(({ words }) => words.has(at));
    const counted = filled.filter(({ numbers }) => numbers.has(at));
    return counted.length * 2 > filled.length ? { ...column, numeric: true } : column;
  });
}

/**
 * Assigns the words of a row to columns. A number goes to the nearest numeric column that it is aligned with.
 * The words of a phrase stay together up to such a number, however far they reach into the next column.
 */
export function shareOut(line: PageLine, columns: readonly TableColumn[], edges: ColumnEdges): SharedRow {
  const numbers = numberColumns(line, columns, edges);
  const words: number[][] = columns.map(() => []);
  const [first] = columns;
  for (const phrase of line.phrases) {
    if (first && isBeforeAll(phrase, line, first)) continue;
    let column: number | undefined;
    for (let at = phrase.from; at < phrase.to; at += 1) {
      const word = line.words[at];
      const own = numbers.findIndex((index) => index !== undefined && isIn(line, index, at));
      if (own >= 0) {
        words[own]?.push(at);
        column = own;
        continue;
      }
      const edge = columnAt(edges, word ? middle(word.box) : 0);
      if (column === undefined || isNumeric(columns[column]) || !isNumeric(columns[edge])) column = edge;
      words[column]?.push(at);
    }
  }
  return { words, numbers };
}

/** Whether a text ends where the first header begins, and another one begins there: `Fee  Basic fee`, the name of a group without a header. */
function isBeforeAll({ box }: Phrase, { phrases }: PageLine, { box: header }: TableColumn): boolean {
  const isAtHeader = (other: Phrase): boolean => Math.abs(other.box.x - header.x) <= other.box.height / 2;
  return right(box) <= header.x && phrases.some(isAtHeader);
}

const isIn = (line: PageLine, index: number, at: number): boolean => {
  const token = line.numbers[index];
  return token !== undefined && token.from <= at && at < token.to;
};

/** A number belongs to a column when an edge or its middle is at most this many heights away from the header's. */
const maxDistanceHeights = 1.5;

function numberColumns(line: PageLine, columns: readonly TableColumn[], edges: ColumnEdges): readonly (number | undefined)[] {
  const found: (number | undefined)[] = columns.map(() => undefined);
  line.numbers.forEach((token, index) => {
    const byEdge = columnAt(edges, middle(token.box));
    const distances = columns.map((column) =>
      isNumeric(column) ? distance(column, token.box) / token.box.height : Number.POSITIVE_INFINITY,
    );
    const nearest = distances.indexOf(Math.min(...distances));
    const near = (distances[nearest] ?? maxDistanceHeights) < maxDistanceHeights;
    const column = near ? nearest : byEdge;
    if (!isNumeric(columns[column])) return;
    if (better(line, columns[column], found[column], index)) found[column] = index;
  });
  return found;
}

const distance = ({ box }: TableColumn, other: Box): number => (overlap(box, other) > 0.5 ? 0 : misalignment(box, other));

/** Whether a number fits a column better than the one it has. One of prices prefers what is printed as money, `Rs 90 x 2 nights`. */
function better(line: PageLine, column: TableColumn | undefined, earlier: number | undefined, index: number): boolean {
  const [old, token] = [earlier === undefined ? undefined : line.numbers[earlier], line.numbers[index]];
  if (!old || !token || !column) return true;
  const [isMoney, wasMoney] = [isPrintedAsMoney(token.value), isPrintedAsMoney(old.value)];
  if (isMoney !== wasMoney && column.concept === 'line_unit_price') return isMoney;
  return distance(column, token.box) < distance(column, old.box);
}

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
  const boxes = all.filter((box) => box.x < to && right(box) > from);
  if (boxes.length === 0 || to <= from) return undefined;
  const within = (x: number) => Math.min(to, Math.max(from, x));
  const marks = [...new Set([from, to, ...boxes.flatMap((box) => [within(box.x), within(right(box))])])].sort((a, b) => a - b);
  const [lefts, rights] = [ascending(boxes.map(({ x }) => x)), ascending(boxes.map(right))];
  const underLeft = ascending(boxes.filter((box) => isUnderOnly(box, left, next)).map(({ x }) => x));
  const underNext = ascending(boxes.filter((box) => isUnderOnly(box, next, left)).map(right));
  const begun = countWhile(lefts, isBefore);
  const begunUnderLeft = countWhile(underLeft, isBefore);
  const ended = countWhile(rights, isUpTo);
  const endedUnderNext = countWhile(underNext, isUpTo);
  const gaps = marks.slice(0, -1).map((start, index) => {
    const end = marks[index + 1] ?? start;
    const touched = begun(end) - ended(start);
    const parted = underLeft.length - begunUnderLeft(end) + endedUnderNext(start);
    return { start, end, cost: touched + parted };
  });
  const least = Math.min(...gaps.map(({ cost }) => cost));
  const open = gaps.filter(({ cost }) => cost === least).sort((a, b) => b.end - b.start - (a.end - a.start));
  const [lastLeft = from, firstRight = to] = [lefts.at(-1), rights[0]];
  const giving = open.find(({ start, end }) => (wanted === 'next' ? lastLeft >= end : firstRight <= start));
  const best = (wanted && giving) ?? open[0];
  return best && (best.start + best.end) / 2;
}

const ascending = (numbers: readonly number[]): readonly number[] => numbers.toSorted((a, b) => a - b);

const isBefore = (edge: number, bound: number): boolean => edge < bound;
const isUpTo = (edge: number, bound: number): boolean => edge <= bound;

/** Counts the first numbers that pass a test against a bound, for bounds that ascend like the numbers. */
function countWhile(numbers: readonly number[], passes: (number: number, bound: number) => boolean): (bound: number) => number {
  let count = 0;
  return (bound) => {
    while (passes(numbers[count] ?? Number.NaN, bound)) count += 1;
    return count;
  };
}

const isUnderOnly = (box: Box, header: Box, other: Box): boolean => overlap(header, box) > 0 && overlap(other, box) === 0;
