import { child, childrenOf, elements, isOn, type OfficeElement, value, within } from '../../ooxml/xml.js';
import { isWithin } from './cells.js';
import { mergedAreas, type SheetCell } from './sheet.js';

/** What lies over the cells of a sheet, in its columns and rows: 2.5 is the middle of the second one. */
interface CoveringArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Of what is shown where nobody can tell. */
const anywhere: CoveringArea = { left: 0, top: 0, right: Number.POSITIVE_INFINITY, bottom: Number.POSITIVE_INFINITY };

/** Columns and rows in points. */
interface Grid {
  width(column: number): number;
  height(row: number): number;
}

/** What is drawn over the cells of a sheet. */
export interface SheetDrawings {
  /** Shapes, pictures and charts. */
  readonly drawing: OfficeElement | undefined;
  /** Notes and controls, in VML; programs that show them bear with more than XML allows. */
  readonly notes: OfficeElement | 'unreadable' | undefined;
}

/** The cells of a sheet of which a shape, a picture, a chart or a note may cover some text, or to which it adds text of its own. */
export function coveredAmong(
  cells: readonly SheetCell[],
  sheet: OfficeElement | undefined,
  { drawing, notes }: SheetDrawings,
): readonly SheetCell[] {
  const grid = gridOf(sheet);
  const drawn = anchorsIn(drawing).flatMap((anchor) => (elements(anchor).some(mayCover) ? coverOf(anchor, grid) : []));
  const noted = notes === 'unreadable' ? [anywhere] : elements(notes).flatMap((shape) => noteArea(shape, grid));
  const covers = [...drawn, ...noted];
  if (covers.length === 0) return [];
  const merged = mergedAreas(sheet);
  const shown = cells.filter(({ hidden }) => !hidden);
  return shown.filter((cell, at) => {
    const next = shown[at + 1];
    const area = merged.find((one) => isWithin(one, cell));
    const right = area ? area.right + 1 : endOf(cell, next?.row === cell.row ? next.column : Number.POSITIVE_INFINITY, grid);
    const lowest = (area?.bottom ?? cell.row) + 1;
    return covers.some(
      ({ left, top, right: end, bottom }) =>
        top < lowest - edge && bottom > cell.row + edge && left < right - edge && end > cell.column + edge,
    );
  });
}

const anchorsIn = (drawing: OfficeElement | undefined): readonly OfficeElement[] =>
  elements(drawing).flatMap((element) => (element.name.startsWith('mc:') ? anchorsIn(element) : [element]));

/** The share of a row or column that a shape beside it may reach into: text keeps off the edges of its cell. */
const edge = 0.1;

/** The column up to which a text runs on, over empty cells. */
function endOf({ column, text }: SheetCell, next: number, { width }: Grid): number {
  const longest = Math.max(...text.split(/\r\n|\r|\n/).map(({ length }) => length));
  let end = column + 1;
  for (let left = longest * digit - width(column); left > 0 && end < next && end < column + mostRunOver; end += 1) left -= width(end);
  return end;
}
const mostRunOver = 50;

/** Whether something is seen before the cells under it. A line this thick hides what it strikes through. */
function mayCover(shape: OfficeElement): boolean {
  if (containers.includes(shape.name)) return elements(shape).some(mayCover);
  if (isOn(properties(shape), 'hidden')) return false;
  if (shape.name === 'xdr:pic' || shape.name === 'xdr:graphicFrame') return true;
  if (shape.name !== 'xdr:sp' && shape.name !== 'xdr:cxnSp') return false;
  const look = child(shape, 'xdr:spPr');
  const isThick = Number(value(child(look, 'a:ln'), 'w') ?? 0) / pointShare >= thickLine;
  return (
    isThick || isFilled(look, shape) || [...within(child(shape, 'xdr:txBody'), 'a:t')].some((text) => /\S/.test(text.children.join('')))
  );
}

const containers: readonly string[] = ['xdr:grpSp', 'mc:AlternateContent', 'mc:Choice'];
const thickLine = 3;

const properties = (shape: OfficeElement): OfficeElement | undefined =>
  elements(shape).flatMap((part) => child(part, 'xdr:cNvPr') ?? [])[0];

/** Its own fill counts, else that of its style, of which number 0 is none (ECMA-376, part 1, 20.1.4.2.10). */
function isFilled(look: OfficeElement | undefined, shape: OfficeElement): boolean {
  if (shape.name === 'xdr:cxnSp' || child(look, 'a:noFill')) return false;
  if (fills.some((fill) => child(look, fill))) return true;
  return (value(child(shape, 'xdr:style', 'a:fillRef'), 'idx') ?? '0') !== '0';
}
const fills = ['a:solidFill', 'a:gradFill', 'a:pattFill', 'a:blipFill', 'a:grpFill'];

/** Lengths are in 12,700ths of a point. */
const pointShare = 12_700;

function coverOf(anchor: OfficeElement, grid: Grid): readonly CoveringArea[] {
  const [from, to] = ['xdr:from', 'xdr:to'].map((name) => child(anchor, name));
  const [position, size] = ['xdr:pos', 'xdr:ext'].map((name) => child(anchor, name));
  const points = (element: OfficeElement | undefined, name: string): number => Number(value(element, name) ?? 0) / pointShare;
  const left = from ? placeIn(from, 'col', grid.width) : walked(1, points(position, 'x'), grid.width);
  const top = from ? placeIn(from, 'row', grid.height) : walked(1, points(position, 'y'), grid.height);
  if (!to && !size) return [];
  const right = to ? placeIn(to, 'col', grid.width) : walked(left, points(size, 'cx'), grid.width);
  return [{ left, top, right, bottom: to ? placeIn(to, 'row', grid.height) : walked(top, points(size, 'cy'), grid.height) }];
}

/** Where a note or control is seen: from column and row to column and row, each counted from 0 and with dots of 96 an inch into it. */
function noteArea(shape: OfficeElement, { width, height }: Grid): readonly CoveringArea[] {
  const data = child(shape, 'xl:ClientData');
  if (!data || /visibility:\s*hidden/i.test(value(shape, 'style') ?? '')) return [];
  const anchor = child(data, 'xl:Anchor')?.children.join('');
  if (anchor === undefined) return [anywhere];
  const [column = 0, x = 0, row = 0, y = 0, lastColumn = 0, lastX = 0, lastRow = 0, lastY = 0] = anchor.split(',').map(Number);
  const [left, right] = [placeAt(column, x * dot, width), placeAt(lastColumn, lastX * dot, width)];
  return [{ left, right, top: placeAt(row, y * dot, height), bottom: placeAt(lastRow, lastY * dot, height) }];
}
const dot = 0.75;

function placeIn(marker: OfficeElement, side: 'col' | 'row', extent: (at: number) => number): number {
  const [at = 0, offset = 0] = [`xdr:${side}`, `xdr:${side}Off`].map((name) => Number(child(marker, name)?.children.join('') ?? 0));
  return placeAt(at, offset / pointShare, extent);
}

/** A column or row that is counted from 0, and how many points the place lies in it. */
const placeAt = (at: number, points: number, extent: (at: number) => number): number => at + 1 + Math.min(1, points / extent(at + 1) || 0);

/** Where one gets to by so many points; without an end where that is far. */
function walked(from: number, points: number, extent: (at: number) => number): number {
  let [at, left] = [from, points];
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const place = Math.floor(at);
    const rest = (place + 1 - at) * extent(place);
    if (left < rest) return at + left / extent(place);
    [at, left] = [place + 1, left - rest];
  }
  return Number.POSITIVE_INFINITY;
}
const mostSteps = 2_000;

/** A column's width is given in digits of the usual type, which are 7 dots of 96 an inch wide (ECMA-376, part 1, 18.3.1.13). */
const digit = 5.25;
const usual = { height: 15, width: 8.43 };

function gridOf(sheet: OfficeElement | undefined): Grid {
  const format = child(sheet, 'x:sheetFormatPr');
  const extent = (element: OfficeElement | undefined, name: string, otherwise: number): number =>
    isOn(element, 'hidden') ? 0 : Number(value(element, name) ?? otherwise);
  const [width, height] = [extent(format, 'defaultColWidth', usual.width), extent(format, 'defaultRowHeight', usual.height)];
  const columns = childrenOf(child(sheet, 'x:cols'), 'x:col').map((column) => ({
    first: Number(value(column, 'min')),
    last: Number(value(column, 'max')),
    width: extent(column, 'width', width),
  }));
  const rows = new Map(childrenOf(child(sheet, 'x:sheetData'), 'x:row').map((row) => [Number(value(row, 'r')), extent(row, 'ht', height)]));
  return {
    width: (at) => (columns.find(({ first, last }) => at >= first && at <= last)?.width ?? width) * digit,
    height: (at) => rows.get(at) ?? height,
  };
}
