import { child, childrenOf, type OfficeElement, value } from '../../ooxml/xml.js';
import { areaOf, isWithin } from './areas.js';
import type { StoredCell } from './cells.js';
import { isOn } from './elements.js';

/** Rows and columns this low and narrow, in points, show nothing that can be read, as in a PDF. */
const leastExtent = 2;

/** A column's width is given in digits of the usual type, which are 7 dots of 96 an inch wide (ECMA-376, part 1, 18.3.1.13). */
const digit = 5.25;

const usual = { height: 15, width: 8 };

/** Whether nothing is seen in a cell because of where it is: its row, its column, or a merged cell above it. */
export function hiddenPlaces(sheet: OfficeElement | undefined): (place: StoredCell) => boolean {
  const [isHiddenColumn, isCovered] = [hiddenColumns(sheet), coveredCells(sheet)];
  const height = numberIn(child(sheet, 'x:sheetFormatPr'), 'defaultRowHeight') ?? usual.height;
  return ({ row, column, line }) =>
    isOn(line, 'hidden') || (numberIn(line, 'ht') ?? height) < leastExtent || isHiddenColumn(column) || isCovered(row, column);
}

function numberIn(element: OfficeElement | undefined, name: string): number | undefined {
  const number = Number(value(element, name) ?? Number.NaN);
  return Number.isNaN(number) ? undefined : number;
}

function hiddenColumns(sheet: OfficeElement | undefined): (column: number) => boolean {
  const width = numberIn(child(sheet, 'x:sheetFormatPr'), 'defaultColWidth') ?? usual.width;
  const isNarrow = (characters: number): boolean => characters * digit < leastExtent;
  const others = childrenOf(child(sheet, 'x:cols'), 'x:col')
    .filter((column) => (isOn(column, 'hidden') || isNarrow(numberIn(column, 'width') ?? width)) !== isNarrow(width))
    .map((column) => [Number(value(column, 'min')), Number(value(column, 'max'))] as const);
  return (column) => others.some(([first, last]) => column >= first && column <= last) !== isNarrow(width);
}

/** Cells that were merged show what the first of them has. */
function coveredCells(sheet: OfficeElement | undefined): (row: number, column: number) => boolean {
  const areas = childrenOf(child(sheet, 'x:mergeCells'), 'x:mergeCell').flatMap((merge) => areaOf(value(merge, 'ref') ?? ''));
  return (row, column) => areas.some((area) => isWithin(area, { row, column }) && !(row === area.top && column === area.left));
}
