import { child, childrenOf, isOn, type OfficeElement, value } from '../../ooxml/xml.js';
import { type Area, areaOf, isWithin, readable, runsOf, type StoredCell, type StringRun, storedCells, storedIn } from './cells.js';
import { type Shown, shownNumber, shownText } from './formats.js';
import type { CellStyle } from './styles.js';

/** A cell with text; both counted from 1. */
export interface SheetCell {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  /** Whether nobody sees it who opens the file. */
  readonly hidden: boolean;
  /** Set where people see something that is not known here; it is hidden, too. */
  readonly unsure?: true;
  readonly struck?: true;
  /** What is stored, where that is a number. */
  readonly number?: number;
}

export interface Book {
  readonly strings: readonly (readonly StringRun[])[];
  readonly styles: (index: number) => CellStyle;
  readonly epoch1904: boolean;
}

/** The cells of a sheet that show something, row by row. A formula shows what it last came to; it is not computed. */
export function* cellsOf(sheet: OfficeElement | undefined, book: Book): Generator<SheetCell> {
  if (sheet && sheet.name !== 'x:worksheet') return;
  const isHidden = hiddenPlaces(sheet);
  const isNarrow = narrowPlaces(sheet);
  const places = [...storedCells(sheet)];
  for (const [index, place] of places.entries()) {
    const style = book.styles(Number(value(place.cell, 's') ?? 0));
    const away = isHidden(place, style);
    for (const { text, seen, unsure = style.repeats } of textsIn(place.cell, style, book)) {
      if (!/\S/.test(text)) continue;
      const hidden = away || !seen || style.repeats || isNarrow(place, text, { style, next: places[index + 1] });
      const { row, column } = place;
      const number = numberStoredIn(place.cell);
      yield {
        row,
        column,
        text,
        hidden,
        ...(number !== undefined && { number }),
        ...(!away && unsure && { unsure: true }),
        ...(!hidden && style.struck && { struck: true }),
      };
    }
  }
}

/** What a cell holds: a text, of which a person may see a part. */
interface CellText {
  readonly text: string;
  readonly seen: boolean;
  readonly unsure?: true;
}

function textsIn(cell: OfficeElement, style: CellStyle, { strings, epoch1904 }: Book): readonly CellText[] {
  const type = value(cell, 't') ?? 'n';
  const stored = storedIn(cell);
  if (type === 'inlineStr') return textsOf(runsOf(child(cell, 'x:is')), style);
  if (stored === '') return [];
  if (type === 's') return textsOf(strings[Number(stored)] ?? [], style);
  if (type === 'b') return [inStyle({ text: stored === '1' ? 'TRUE' : 'FALSE' }, style)];
  const number = numberStoredIn(cell);
  if (number !== undefined) return [inStyle(shownNumber(number, style.format, { epoch1904 }), style)];
  return type === 'str' ? textsOf([{ text: readable(stored), properties: undefined }], style) : [inStyle({ text: stored }, style)];
}

function numberStoredIn(cell: OfficeElement): number | undefined {
  const number = Number(storedIn(cell) || Number.NaN);
  return (value(cell, 't') ?? 'n') === 'n' && Number.isFinite(number) ? number : undefined;
}

function inStyle({ text, colour, unsure }: Shown, style: CellStyle): CellText {
  const seen = style.shows(undefined, colour);
  return seen && unsure ? { text, seen: false, unsure } : { text, seen };
}

/** The runs that a person sees as one text, with gaps for the others, which are another. A format that changes the text changes it as a whole. */
function textsOf(runs: readonly StringRun[], style: CellStyle): readonly CellText[] {
  const whole = runs.map(({ text }) => text).join('');
  const shown = shownText(whole, style.format);
  const sees = ({ properties }: StringRun): boolean => style.shows(properties, shown.colour);
  if (!runs.some(sees)) return [{ text: shown.text, seen: false }];
  if (shown.unsure || mayBeTurned.test(whole)) return [{ text: whole, seen: false, unsure: true }];
  if (runs.every(sees)) return [{ text: shown.text, seen: true }];
  if (shown.text !== whole) return [{ text: shown.text, seen: false, unsure: true }];
  const textWhere = (seen: boolean): string => runs.map((run) => (sees(run) === seen ? run.text : run.text.replace(/\S/g, ' '))).join('');
  return [true, false].map((seen) => ({ text: textWhere(seen), seen }));
}

/** Controls after which text runs to the left: a person reads '7110' where '0117' is stored. Source: Unicode Standard Annex 9, 2.1 to 2.6. */
const mayBeTurned = /[\u061C\u200F\u202B\u202E\u2067]/;

/** Rows and columns this low and narrow, in points, show nothing that can be read, as in a PDF. */
const leastExtent = 2;

/** A row shows the lower part of a text that is higher: of less than half of it nothing can be read. */
const leastShown = 0.5;

/** A column's width is given in digits of the usual type, which are 7 dots of 96 an inch wide (ECMA-376, part 1, 18.3.1.13). */
const digit = 5.25;

const usual = { height: 15, width: 8 };

/** Whether nothing is seen in a cell because of where it is: its row, its column, or a merged cell above it. */
function hiddenPlaces(sheet: OfficeElement | undefined): (place: StoredCell, style: CellStyle) => boolean {
  const [isHiddenColumn, isCovered] = [hiddenColumns(sheet), coveredCells(sheet)];
  const height = numberIn(child(sheet, 'x:sheetFormatPr'), 'defaultRowHeight') ?? usual.height;
  const merged = mergedAreas(sheet);
  const isFlat = (place: StoredCell, { size }: CellStyle): boolean => {
    const own = numberIn(place.line, 'ht') ?? height;
    return own < leastExtent || (own < leastShown * size && !merged.some((area) => isWithin(area, place)));
  };
  return (place, style) =>
    isOn(place.line, 'hidden') || isFlat(place, style) || isHiddenColumn(place.column) || isCovered(place.row, place.column);
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

/** What a column's width decides about a cell. */
interface CellTerms {
  readonly style: CellStyle;
  /** The cell that is stored after it. */
  readonly next: StoredCell | undefined;
}

/**
 * Whether a cell's column is too narrow for it: a number never runs on, and a text does not where the next cell holds something. A merged
 * cell is wider. Where a file states no width, programs have their own.
 */
function narrowPlaces(sheet: OfficeElement | undefined): (place: StoredCell, text: string, terms: CellTerms) => boolean {
  const width = numberIn(child(sheet, 'x:sheetFormatPr'), 'defaultColWidth') ?? Number.POSITIVE_INFINITY;
  const columns = childrenOf(child(sheet, 'x:cols'), 'x:col').map((column) => ({
    first: Number(value(column, 'min')),
    last: Number(value(column, 'max')),
    width: numberIn(column, 'width') ?? width,
  }));
  const merged = mergedAreas(sheet);
  return (place, text, { style, next }) => {
    const isNumber = ['n', 'd'].includes(value(place.cell, 't') ?? 'n');
    const isStopped = next?.row === place.row && next.column === place.column + 1 && next.cell.children.length > 0;
    if (merged.some((area) => isWithin(area, place))) return false;
    const column = columns.find(({ first, last }) => place.column >= first && place.column <= last)?.width ?? width;
    const own = Math.max(0, column - style.indent);
    const characters = Math.max(...text.split(/\r\n|\r|\n/).map(({ length }) => length));
    return characters > own && (isNumber || isStopped || style.shrinks) && !style.fits(characters, own, isNumber);
  };
}

/** Cells that were merged show what the first of them has. */
function coveredCells(sheet: OfficeElement | undefined): (row: number, column: number) => boolean {
  const areas = mergedAreas(sheet);
  return (row, column) => areas.some((area) => isWithin(area, { row, column }) && !(row === area.top && column === area.left));
}

export const mergedAreas = (sheet: OfficeElement | undefined): readonly Area[] =>
  childrenOf(child(sheet, 'x:mergeCells'), 'x:mergeCell').flatMap((merge) => areaOf(value(merge, 'ref') ?? ''));
