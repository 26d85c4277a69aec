import type { Page, Word } from '../../../core/index.js';
import { innerSpacesIn, withNarrowGroups } from '../../ooxml/narrow-spaces.js';
import type { SheetCell } from './sheet.js';

/** One fixed-width type, in points: the widths of a file's columns are for fonts that are not known here. */
const character = { width: 6, height: 10 };
const lineHeight = 15;
const [gap, emptyColumn, margin] = [18, 12, 50];
/** Empty rows between two that are shown. */
const mostEmptyRows = 2;

/** Places cells below their column and in their row, so that no text lies over another. Hidden ones take no space. */
export function layOut(cells: readonly SheetCell[], number: number): Page {
  const rows = [...Map.groupBy(cells, ({ row }) => row)].sort(([a], [b]) => a - b);
  const starts = columnStarts(rows.map(([, cellsOfRow]) => cellsOfRow));
  const [words, hidden]: [Word[], Word[]] = [[], []];
  let [y, last] = [margin, 0];
  for (const [row, cellsOfRow] of rows) {
    const shown = cellsOfRow.filter((cell) => !cell.hidden);
    if (shown.length > 0) y += Math.min(mostEmptyRows, row - last - 1) * lineHeight;
    for (const cell of cellsOfRow) (cell.hidden ? hidden : words).push(...wordsOf(cell, starts(cell.column), y));
    if (shown.length > 0) [y, last] = [y + Math.max(...shown.map(({ text }) => linesOf(text).length)) * lineHeight, row];
  }
  const right = words.reduce((most, { box }) => Math.max(most, box.x + box.width), 0);
  const textLayer = words.length > 0 ? 'native' : 'none';
  return { number, width: Math.max(595, right + margin), height: Math.max(842, y + margin), textLayer, words, hidden };
}

const linesOf = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);

const widthOf = (text: string): number => Math.max(...linesOf(text).map(({ length }) => length)) * character.width;

/** Where each column starts: behind what the cells before it show, which go over empty cells beside them as on a screen. */
function columnStarts(rows: readonly (readonly SheetCell[])[]): (column: number) => number {
  const shown = rows.map((row) => row.filter(({ hidden }) => !hidden).sort((a, b) => a.column - b.column));
  const before = new Map<number, { readonly column: number; readonly width: number }[]>();
  for (const row of shown) {
    for (const [index, { column }] of row.entries()) {
      const previous = row[index - 1];
      const pushing = before.get(column) ?? [];
      if (previous) pushing.push({ column: previous.column, width: widthOf(previous.text) + gap });
      before.set(column, pushing);
    }
  }
  const starts = new Map<number, number>();
  let [last, at] = [0, margin];
  for (const [column, pushing] of [...before].sort(([a], [b]) => a - b)) {
    const least = last === 0 ? margin : at + (column - last) * emptyColumn;
    at = pushing.reduce((most, { column: left, width }) => Math.max(most, (starts.get(left) ?? margin) + width), least);
    starts.set(column, at);
    last = column;
  }
  return (column) => starts.get(column) ?? margin;
}

function wordsOf({ text }: SheetCell, x: number, y: number): readonly Word[] {
  return linesOf(text).flatMap((line, index) => {
    let at = x;
    return [...withNarrowGroups(line).matchAll(/\s+|\S+/g)].flatMap(([token]) => {
      const box = { x: at, y: y + index * lineHeight, width: token.length * character.width, height: character.height };
      at += box.width - innerSpacesIn(token) * (character.width / 2);
      return /^\s/.test(token) ? [] : [{ text: token, box, ocr: false }];
    });
  });
}
