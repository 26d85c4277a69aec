import { child, childrenOf, type OfficeElement, value } from '../../ooxml/xml.js';
import { RefusalError } from '../../sandbox/protocol.js';

/** A cell as it is stored, and where; both are counted from 1. */
export interface StoredCell {
  readonly row: number;
  readonly column: number;
  readonly line: OfficeElement;
  readonly cell: OfficeElement;
}

const most = { rows: 1_048_576, columns: 16_384 };

/** All cells of a sheet, row by row. Rows and cells without a reference follow the one before them (ECMA-376, part 1, 18.3.1.4 and 18.3.1.73). */
export function* storedCells(sheet: OfficeElement | undefined): Generator<StoredCell> {
  let row = 0;
  for (const line of childrenOf(child(sheet, 'x:sheetData'), 'x:row')) {
    row = within(Number(value(line, 'r') ?? row + 1), most.rows);
    let column = 0;
    for (const cell of childrenOf(line, 'x:c')) {
      column = columnOf(value(cell, 'r')) ?? within(column + 1, most.columns);
      yield { row, column, line, cell };
    }
  }
}

/** What stands in the `v` of a cell. */
export const storedIn = (cell: OfficeElement): string => (child(cell, 'x:v')?.children ?? []).join('').trim();

/** @throws RefusalError for a place that no sheet has */
function within(place: number, last: number): number {
  if (Number.isInteger(place) && place >= 1 && place <= last) return place;
  throw new RefusalError('unreadable');
}

/** 'AB7' is column 28. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = reference?.match(/^[A-Z]{1,3}/) ?? [];
  if (letters === undefined) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return within(column, most.columns);
}

/** Column 28 of row 7 is 'AB7'. */
export function referenceOf({ row, column }: Pick<StoredCell, 'row' | 'column'>): string {
  let [letters, left] = ['', column];
  for (; left > 0; left = Math.floor((left - 1) / 26)) letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return `${letters}${row}`;
}

/** Cells between two corners, which are of it. */
export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** 'B2:D4', whichever two of its corners are named, or 'B2'; none for what is no area. */
export function areaOf(reference: string): readonly Area[] {
  const corners = reference.match(/^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/);
  if (!corners) return [];
  const columns = [corners[1], corners[3] ?? corners[1]].map((letters) => columnOf(letters) ?? 0);
  const rows = [corners[2], corners[4] ?? corners[2]].map(Number);
  return [{ top: Math.min(...rows), left: Math.min(...columns), bottom: Math.max(...rows), right: Math.max(...columns) }];
}

export const isWithin = ({ top, left, bottom, right }: Area, { row, column }: Pick<StoredCell, 'row' | 'column'>): boolean =>
  column >= left && column <= right && row >= top && row <= bottom;

/** A piece of a text with its own type, or in that of its cell. */
export interface StringRun {
  readonly text: string;
  /** Its `rPr`. */
  readonly properties: OfficeElement | undefined;
}

/** The runs of a text, or all of it as one; how it is pronounced (`rPh`) is not shown. */
export const runsOf = (element: OfficeElement | undefined): readonly StringRun[] =>
  [element, ...childrenOf(element, 'x:r')]
    .map((run) => ({ text: textIn(run), properties: child(run, 'x:rPr') }))
    .filter(({ text }) => text);

const textIn = (element: OfficeElement | undefined): string =>
  readable(
    childrenOf(element, 'x:t')
      .flatMap(({ children }) => children)
      .filter((text) => typeof text === 'string')
      .join(''),
  );

/** A stored text as it is meant: characters that XML cannot hold are written '_x000D_' (ECMA-376, part 1, 22.9.2.19), and many show nothing. */
export const readable = (stored: string): string =>
  stored
    .replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/(?![\t\n\r])\p{Cc}/gu, ' ')
    .replace(showsNothing, '');

/** Soft hyphens, spaces without width, and marks of direction that change no order; those that do are left, and judged where the text is. */
const showsNothing = /[\u00AD\u200B\u200E\u2060\u202A\u202C\u202D\u2066\u2068\u2069\uFEFF]/g;
