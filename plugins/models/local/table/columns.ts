import type { ColumnConcept } from '../../../../core/text.js';
import { middle, overlap, type PageLine, right } from '../page/layout.js';
import type { TableColumn } from './header-columns.js';

/** The words and numbers of a row by column. Words are given by their index in the row. */
export interface SharedRow {
  readonly words: readonly (readonly number[])[];
  /** For each column the index of its number among the numbers of the row. */
  readonly numbers: readonly (number | undefined)[];
}

/** The right edge of every column but the last. */
export type ColumnEdges = readonly number[];

/**
 * Finds the edge between two columns: the widest gap between the middles of their headers that the fewest words touch.
 * A header may be aligned left, right or centred above its column, so the rows decide.
 */
export function edgesOf(columns: readonly TableColumn[], rows: readonly PageLine[]): ColumnEdges {
  return columns.slice(0, -1).map((column, index) => {
    const next = columns[index + 1] ?? column;
    return leastTouchedGap(rows, middle(column.box), middle(next.box)) ?? (right(column.box) + next.box.x) / 2;
  });
}

/** Marks the columns as numeric that have an unknown header but hold a number in most rows. */
export function withNumeric(columns: readonly TableColumn[], rows: readonly PageLine[], edges: ColumnEdges): readonly TableColumn[] {
  return columns.map((column, at) => {
    if (column.concept !== undefined) return column;
    const filled = rows.filter((line) => line.words.some(({ box }) => columnAt(edges, middle(box)) === at));
    const counted = filled.filter((line) => line.numbers.some(({ box }) => columnAt(edges, middle(box)) === at));
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
  for (const phrase of line.phrases) {
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

const isIn = (line: PageLine, index: number, at: number): boolean => {
  const token = line.numbers[index];
  return token !== undefined && token.from <= at && at < token.to;
};

const numeric: ReadonlySet<ColumnConcept> = new Set([
  'line_position', 'line_quantity', 'line_unit_price', 'line_discount', 'line_tax_rate', 'line_tax', 'line_amount',
]); // biome-ignore format: a table

const isNumeric = (column: TableColumn | undefined): boolean =>
  column?.concept === undefined ? column?.numeric === true : numeric.has(column.concept);

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
    if (isNumeric(columns[column]) && !inWords(line, token, columns[column]) && better(line, columns[column], found[column], index))
      found[column] = index;
  });
  return found;
}

type HorizontalBox = { readonly x: number; readonly width: number; readonly y: number; readonly height: number };

const distance = ({ box }: TableColumn, other: HorizontalBox): number =>
  overlap(box, other) > 0.5
    ? 0
    : Math.min(Math.abs(box.x - other.x), Math.abs(right(box) - right(other)), Math.abs(middle(box) - middle(other)));

/** Whether a number with words right before and after it is part of a text: `Pack of 10 pens`. */
function inWords(line: PageLine, token: { readonly from: number; readonly to: number }, column: TableColumn | undefined): boolean {
  const phrase = line.phrases.find(({ from, to }) => from <= token.from && token.from < to);
  const after = line.words[token.to];
  const before = line.words[token.from - 1];
  const texts =
    phrase &&
    after &&
    before &&
    token.to < phrase.to &&
    token.from > phrase.from &&
    /\p{L}{2}/u.test(after.text) &&
    /\p{L}{2}/u.test(before.text);
  return Boolean(texts) && column?.concept !== 'line_quantity';
}

/** Whether a number fits a column better than the one it has. A column of rates prefers percentages; else the nearer one wins. */
function better(line: PageLine, column: TableColumn | undefined, held: number | undefined, index: number): boolean {
  const [old, token] = [held === undefined ? undefined : line.numbers[held], line.numbers[index]];
  if (!old || !token || !column) return true;
  if (token.value.percent !== old.value.percent) return token.value.percent === (column.concept === 'line_tax_rate');
  return distance(column, token.box) < distance(column, old.box);
}

/** The column at a horizontal position, by the edges. */
const columnAt = (edges: ColumnEdges, x: number): number => {
  const at = edges.findIndex((edge) => x < edge);
  return at < 0 ? edges.length : at;
};

/** The middle of the widest gap between two positions among those that the fewest words touch. */
function leastTouchedGap(rows: readonly PageLine[], from: number, to: number): number | undefined {
  const boxes = rows.flatMap(({ words }) => words.map(({ box }) => box).filter((box) => right(box) > from && box.x < to));
  if (boxes.length === 0 || to <= from) return undefined;
  const within = (x: number) => Math.min(to, Math.max(from, x));
  const marks = [...new Set([from, to, ...boxes.flatMap((box) => [within(box.x), within(right(box))])])].sort((a, b) => a - b);
  const gaps = marks.slice(0, -1).map((start, index) => {
    const end = marks[index + 1] ?? start;
    return { start, end, touched: boxes.filter((box) => box.x < end && right(box) > start).length };
  });
  const fewest = Math.min(...gaps.map(({ touched }) => touched));
  const widest = gaps.filter(({ touched }) => touched === fewest).sort((a, b) => b.end - b.start - (a.end - a.start))[0];
  return widest && (widest.start + widest.end) / 2;
}
