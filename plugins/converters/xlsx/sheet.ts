import { child, childrenOf, type OfficeElement, value } from '../../ooxml/xml.js';
import { columnOf, storedCells, storedIn } from './cells.js';
import { isOn, textOf } from './elements.js';
import { type Shown, shownNumber, shownText } from './formats/formats.js';
import type { CellStyle } from './styles.js';

/** A cell with text; both counted from 1. */
export interface SheetCell {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  /** Whether nobody sees it who opens the file. */
  readonly hidden: boolean;
}

export interface Book {
  readonly strings: readonly string[];
  readonly styles: (index: number) => CellStyle;
  readonly epoch1904: boolean;
}

/** The cells of a sheet that show something, row by row. A formula shows what it last came to; it is not computed. */
export function* cellsOf(sheet: OfficeElement | undefined, book: Book): Generator<SheetCell> {
  if (sheet && sheet.name !== 'x:worksheet') return;
  const [hiddenColumn, covered] = [hiddenColumns(sheet), coveredCells(sheet)];
  for (const { row, column, line, cell } of storedCells(sheet)) {
    const style = book.styles(Number(value(cell, 's') ?? 0));
    const { text, unsure = false } = shownIn(cell, style.format, book);
    if (!/\S/.test(text)) continue;
    yield { row, column, text, hidden: unsure || isFlat(line) || style.invisible || hiddenColumn(column) || covered(row, column) };
  }
}

const isFlat = (line: OfficeElement): boolean => isOn(line, 'hidden') || isOn(line, 'zeroHeight') || Number(value(line, 'ht') ?? 1) === 0;

function shownIn(cell: OfficeElement, pattern: string, { strings, epoch1904 }: Book): Shown {
  const type = value(cell, 't') ?? 'n';
  const stored = storedIn(cell);
  if (type === 'inlineStr') return shownText(textOf(child(cell, 'x:is')), pattern);
  if (stored === '') return { text: '' };
  if (type === 's') return shownText(strings[Number(stored)] ?? '', pattern);
  if (type === 'b') return { text: stored === '1' ? 'TRUE' : 'FALSE' };
  const number = Number(stored);
  if (type === 'n' && Number.isFinite(number)) return shownNumber(number, pattern, { epoch1904 });
  return type === 'str' ? shownText(stored, pattern) : { text: stored };
}

function hiddenColumns(sheet: OfficeElement | undefined): (column: number) => boolean {
  const columns = childrenOf(child(sheet, 'x:cols'), 'x:col')
    .filter((column) => isOn(column, 'hidden') || Number(value(column, 'width') ?? 1) === 0)
    .map((column) => [Number(value(column, 'min')), Number(value(column, 'max'))] as const);
  return (column) => columns.some(([first, last]) => column >= first && column <= last);
}

/** Cells that were merged show what the first of them has. */
function coveredCells(sheet: OfficeElement | undefined): (row: number, column: number) => boolean {
  const areas = childrenOf(child(sheet, 'x:mergeCells'), 'x:mergeCell').flatMap((merge) => {
    const [, left, top, right, bottom] = value(merge, 'ref')?.match(/^([A-Z]+)(\d+):([A-Z]+)(\d+)$/) ?? [];
    return left && right ? [{ left: columnOf(left) ?? 0, top: Number(top), right: columnOf(right) ?? 0, bottom: Number(bottom) }] : [];
  });
  return (row, column) =>
    areas.some(
      ({ left, top, right, bottom }) =>
        column >= left && column <= right && row >= top && row <= bottom && !(row === top && column === left),
    );
}
