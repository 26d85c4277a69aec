import { child, childrenOf, elements, type OfficeElement, value } from '../../ooxml/xml.js';
import { type Area, areaOf, isWithin } from './areas.js';
import { differ, type Palette } from './colours.js';
import type { SheetCell } from './sheet.js';

/** The cells of a sheet with a conditional format that may hide or change their text. Its condition is not computed. */
export function conditionalAmong(
  sheet: OfficeElement | undefined,
  cells: readonly SheetCell[],
  changes: (rule: OfficeElement) => boolean,
): readonly SheetCell[] {
  const areas = childrenOf(sheet, 'x:conditionalFormatting')
    .filter((formatting) => childrenOf(formatting, 'x:cfRule').some(changes))
    .flatMap((formatting): readonly Area[] => (value(formatting, 'sqref') ?? '').split(/\s+/).flatMap(areaOf));
  return cells.filter((cell) => !cell.hidden && areas.some((area) => isWithin(area, cell)));
}

/** Whether a rule changes more than what is behind a text: by its format (ECMA-376, part 1, 18.8.14), or with icons or bars that replace it. */
export function changesOf(styles: OfficeElement | undefined, palette: Palette): (rule: OfficeElement) => boolean {
  const formats = childrenOf(child(styles, 'x:dxfs'), 'x:dxf').map((format) => changesText(format, palette));
  return (rule) =>
    formats[Number(value(rule, 'dxfId') ?? -1)] === true || elements(rule).some((shape) => value(shape, 'showValue') === '0');
}

/** A format may come with the paper for its colour; otherwise the cell's paper may have just that colour. */
function changesText(format: OfficeElement, palette: Palette): boolean {
  if (child(format, 'x:numFmt')) return true;
  const print = palette.of(child(format, 'x:font', 'x:color'));
  const fill = child(format, 'x:fill', 'x:patternFill');
  const paper = palette.of(child(fill, 'x:bgColor')) ?? palette.of(child(fill, 'x:fgColor'));
  return print !== undefined && (paper === undefined || !differ(print, paper));
}
