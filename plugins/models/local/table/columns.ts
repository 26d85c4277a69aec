import type { Box } from '../../../../core/index.js';
import type { ColumnConcept } from '../../../../core/text.js';
import { middle, overlap, type PageLine, right } from '../page/layout.js';
import { type ColumnEdges, columnAt } from './column-edges.js';
import type { TableColumn } from './header-columns.js';

/** The words and numbers of a row by column. Words are given by their index in the row. */
export interface SharedRow {
  readonly words: readonly (readonly number[])[];
  /** For each column the index of its number among the numbers of the row. */
  readonly numbers: readonly (number | undefined)[];
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

/** Whether numbers stand in a column. */
export const isNumeric = (column: TableColumn | undefined): boolean =>
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
    if (!isNumeric(columns[column]) || inWords(line, token, columns[column])) return;
    const held = found[column];
    const wins = better(line, columns[column], held, index);
    if (wins) found[column] = index;
    const loser = wins ? held : index;
    if (loser !== undefined) byEdges(loser);
  });
  return found;

  /** A number that another one displaced goes to the column between whose edges it stands, if that is free. */
  function byEdges(index: number): void {
    const token = line.numbers[index];
    const column = token && columnAt(edges, middle(token.box));
    if (column !== undefined && isNumeric(columns[column]) && found[column] === undefined) found[column] = index;
  }
}

const distance = ({ box }: TableColumn, other: Box): number =>
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

/**
 * Whether a number fits a column better than the one it has. A column of rates prefers percentages, one of prices what is printed as money,
 * `Rs 90 x 2 nights`; else the nearer one wins.
 */
function better(line: PageLine, column: TableColumn | undefined, held: number | undefined, index: number): boolean {
  const [old, token] = [held === undefined ? undefined : line.numbers[held], line.numbers[index]];
  if (!old || !token || !column) return true;
  if (token.value.percent !== old.value.percent) return token.value.percent === (column.concept === 'line_tax_rate');
  if (isMoney(token) !== isMoney(old) && column.concept === 'line_unit_price') return isMoney(token);
  return distance(column, token.box) < distance(column, old.box);
}

const isMoney = ({ value }: PageLine['numbers'][number]): boolean => value.currency !== undefined || value.decimals === 2;
