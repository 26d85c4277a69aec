import { child, childrenOf, type OfficeElement, value } from '../../ooxml/xml.js';
import { RefusalError } from '../../sandbox/refusal.js';

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
export function columnOf(reference: string | undefined): number | undefined {
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
