import type { Document } from '../../../core/index.js';
import { indexPage, isSumRow, isTableHeader, numbersAmong, type Row } from '../../../core/text.js';
import { isFurniture } from './join.js';
import { anchorsOf } from './printed-rows.js';
import type { CompactAnswer, CompactTable } from './reply.js';

/** Pages that print rows like those of a table, which no answer has. */
export interface MissedRows {
  /** The path of the array: `$.line_items`. */
  readonly array: string;
  readonly pages: readonly number[];
}

/**
 * The pages with rows that were left out: a row with as many numbers as rows of the table, in the same columns, that is neither a header nor
 * a sum. Tables whose rows have fewer than two numbers cannot be told from other lines.
 */
export function missedRows({ tables }: CompactAnswer, document: Document): readonly MissedRows[] {
  const places = tables.flatMap((table) => placed(table, document));
  const taken = new Set(places.map(({ row }) => row));
  return [...Map.groupBy(places, ({ array }) => array)].flatMap(([array, own]) => {
    const shapes = shapesOf(own.map(({ row }) => row));
    const pages = document.pages.filter((page) =>
      indexPage(page).rows.some((row) => !taken.has(row) && isLike(row, shapes) && mayBeItem(row, document)),
    );
    return pages.length > 0 ? [{ array, pages: pages.map(({ number }) => number) }] : [];
  });
}

const mayBeItem = (row: Row, document: Document): boolean => !isTableHeader(row) && !isSumRow(row) && !isFurniture(row, document);

interface ClaimedRow {
  readonly array: string;
  readonly row: Row;
}

function placed(table: CompactTable, document: Document): readonly ClaimedRow[] {
  const page = document.pages.find(({ number }) => number === table.page);
  if (!page) return [];
  const { rows } = indexPage(page);
  const array = `$.${table.name.trim().replace(/^\$\.|\[\]$/g, '')}`;
  return anchorsOf(table, table.page, document).flatMap((anchor) => {
    const row = anchor && rows[anchor.at];
    return row ? [{ array, row }] : [];
  });
}

/** The left and right edges of the numbers of a row, in points, the last ones of the row. */
type NumberColumns = readonly (readonly [left: number, right: number])[];

const minNumbers = 2;
/** Of rows that look alike, a few stand for all. */
const maxShapes = 60;
/** Edges of the numbers in one column differ by at most this, in points. */
const edgeTolerance = 3;

const numbersOf = ({ words }: Row): NumberColumns => numbersAmong(words).map(({ box }) => [box.x, box.x + box.width]);

/** The shapes that several rows have, of as many numbers as all rows have: further ones may stand in descriptions. */
function shapesOf(rows: readonly Row[]): readonly NumberColumns[] {
  const count = Math.min(...rows.map((row) => numbersOf(row).length));
  if (count < minNumbers) return [];
  const alike: { readonly shape: NumberColumns; count: number }[] = [];
  for (const row of rows) {
    const shape = numbersOf(row).slice(-count);
    const known = alike.find((other) => areAlike(shape, other.shape));
    if (known) known.count += 1;
    else if (alike.length < maxShapes) alike.push({ shape, count: 1 });
  }
  return alike.filter((shape) => shape.count > 1).map(({ shape }) => shape);
}

const isLike = (row: Row, shapes: readonly NumberColumns[]): boolean =>
  /\p{L}{2}/u.test(row.text) && shapes.some((shape) => areAlike(numbersOf(row).slice(-shape.length), shape));

const areAlike = (one: NumberColumns, other: NumberColumns): boolean =>
  one.length === other.length &&
  one.every(([left, right], at) => {
    const [otherLeft = 0, otherRight = 0] = other[at] ?? [];
    return Math.abs(left - otherLeft) <= edgeTolerance || Math.abs(right - otherRight) <= edgeTolerance;
  });
