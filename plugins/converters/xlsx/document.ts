import type { DocumentContent, Page, Word } from '../../../core/index.js';
import { type LinkedPart, mainPart, unpack } from '../../ooxml/package.js';
import { innerSpacesIn, struckTraces, withNarrowGroups } from '../../ooxml/text.js';
import { child, childrenOf, elements, isOn, type OfficeElement, value, within } from '../../ooxml/xml.js';
import { type ParserTask, pagesOf, RefusalError } from '../../sandbox/protocol.js';
import { type Area, areaOf, isWithin, runsOf } from './cells.js';
import { coveredAmong, type SheetDrawings } from './drawings.js';
import { type CellGap, gapsAmong, gapsIn, inWords } from './left-out.js';
import { type Book, cellsOf, type SheetCell } from './sheet.js';
import { black, differ, type Palette, paletteOf, stylesOf, white } from './styles.js';

/** Reads each sheet that is shown as one page, as long and as wide as it needs. @throws RefusalError with the reason. */
export async function readWorkbook({ bytes, limits }: ParserTask): Promise<DocumentContent> {
  const workbook = mainPart(await unpack(bytes, limits), limits, 'xl/workbook.xml');
  if (workbook.root.name !== 'x:workbook') throw new RefusalError('unreadable');
  const maxPages = limits['maxPages'] ?? 0;
  const terms = { ...termsOf(workbook), budget: new CharacterBudget(maxPages) };
  const sheets = childrenOf(child(workbook.root, 'x:sheets'), 'x:sheet').filter(
    (sheet) => (value(sheet, 'state') ?? 'visible') === 'visible',
  );
  if (sheets.length === 0) throw new RefusalError('no-pages');
  if (sheets.length > maxPages) throw new RefusalError('pages', sheets.length);
  const read = sheets.map((sheet, index) => readSheet(workbook.linked(value(sheet, 'r:id')), index + 1, terms));
  const leftOut = inWords(read.flatMap(({ gaps }) => gaps));
  return { pages: read.map(({ page }) => page), attachments: [], chargedPages: terms.budget.pages, ...(leftOut.length > 0 && { leftOut }) };
}

interface SheetTerms extends Book {
  /** Whether programs are asked to calculate the workbook when they open it. */
  readonly stale: boolean;
  /** Whether a conditional format changes more than what is behind a text. */
  readonly changes: (rule: OfficeElement) => boolean;
  /** The styles of tables, by name, that have print in the colour of paper in some part. */
  readonly blank: ReadonlySet<string>;
  readonly budget: CharacterBudget;
}

function termsOf(workbook: LinkedPart): Omit<SheetTerms, 'budget'> {
  const styles = workbook.byType('styles');
  const palette = paletteOf(styles, workbook.byType('theme'));
  return {
    strings: childrenOf(workbook.byType('sharedStrings'), 'x:si').map(runsOf),
    styles: stylesOf(styles, palette),
    epoch1904: isOn(child(workbook.root, 'x:workbookPr'), 'date1904'),
    stale: isOn(child(workbook.root, 'x:calcPr'), 'fullCalcOnLoad'),
    changes: changesOf(styles, palette),
    blank: blankStyles(styles, palette),
  };
}

interface ReadSheet {
  readonly page: Page;
  readonly gaps: readonly CellGap[];
}

function readSheet(part: LinkedPart | undefined, number: number, terms: SheetTerms): ReadSheet {
  const sheet = part && withAlternatives(part.root);
  const stored: SheetCell[] = [];
  for (const cell of cellsOf(sheet, terms)) {
    terms.budget.take(cell.text.length + 1);
    stored.push(cell);
  }
  const blank = tablesIn(part).filter((table) => terms.blank.has(value(child(table, 'x:tableStyleInfo'), 'name') ?? ''));
  const tables = blank.flatMap((table) => areaOf(value(table, 'ref') ?? ''));
  const styled = stored.filter((cell) => !cell.hidden && tables.some((area) => isWithin(area, cell)));
  const unsure = [...stored.filter((cell) => cell.unsure), ...styled];
  const conditional = conditionalAmong(sheet, stored, terms.changes);
  const drawing = part?.byId(value(child(sheet, 'x:drawing'), 'r:id'));
  const covered = coveredAmong(stored, sheet, { drawing, notes: notesOf(part, sheet) });
  const doubtful = new Set([...conditional, ...covered, ...styled]);
  const cells = stored.map((cell) => (doubtful.has(cell) ? { ...cell, hidden: true } : cell));
  const gaps = [
    ...gapsIn(sheet, number, terms),
    ...gapsAmong(unsure, 'unsure', number),
    ...gapsAmong(conditional, 'conditional', number),
    ...gapsAmong(covered, 'covered', number),
  ];
  const struck = cells.flatMap((cell) => (cell.struck ? [cell.text] : []));
  return { page: { ...layOut(cells, number), ...struckTraces(struck) }, gaps };
}

/** The notes and controls of a sheet. Limits hold for them as for all parts. */
function notesOf(part: LinkedPart | undefined, sheet: OfficeElement | undefined): SheetDrawings['notes'] {
  try {
    return part?.byId(value(child(sheet, 'x:legacyDrawing'), 'r:id'));
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.reason === 'unreadable') return 'unreadable';
    throw error;
  }
}

/** What a sheet has for some programs only counts, too, but for cells: nobody knows which of them are shown. */
const withAlternatives = (sheet: OfficeElement): OfficeElement => ({
  ...sheet,
  children: sheet.children.flatMap((part) =>
    typeof part !== 'string' && part.name === 'mc:AlternateContent'
      ? elements(part)
          .flatMap(elements)
          .filter(({ name }) => name !== 'x:sheetData')
      : [part],
  ),
});

/** Counts what the cells say while they are read, since many cells may show one long text. */
class CharacterBudget {
  #characters = 0;

  constructor(private readonly maxPages: number) {}

  get pages(): number {
    return pagesOf(this.#characters);
  }

  /** @throws RefusalError 'pages' at the first page too many */
  take(characters: number): void {
    this.#characters += characters;
    if (this.pages > this.maxPages) throw new RefusalError('pages');
  }
}

/** The cells of a sheet with a conditional format that may hide or change their text. */
function conditionalAmong(
  sheet: OfficeElement | undefined,
  cells: readonly SheetCell[],
  changes: (rule: OfficeElement) => boolean,
): readonly SheetCell[] {
  const formattings = [...childrenOf(sheet, 'x:conditionalFormatting'), ...within(child(sheet, 'x:extLst'), 'x14:conditionalFormatting')];
  const rules = formattings.flatMap((formatting) => {
    const references = value(formatting, 'sqref') ?? child(formatting, 'xm:sqref')?.children.join('') ?? '';
    const areas = references.split(/\s+/).flatMap((reference): readonly Area[] => areaOf(reference));
    return [...childrenOf(formatting, 'x:cfRule'), ...childrenOf(formatting, 'x14:cfRule')]
      .filter(changes)
      .flatMap((rule) => areas.map((area) => ({ area, rule })));
  });
  return cells.filter((cell) => !cell.hidden && rules.some(({ area, rule }) => isWithin(area, cell) && mayApply(rule, cell)));
}

/** Whether a condition may hold. Only a number is compared, and with numbers: formulas are not computed. */
function mayApply(rule: OfficeElement, { number }: SheetCell): boolean {
  const compare = value(rule, 'type') === 'cellIs' ? comparisons.get(value(rule, 'operator')) : undefined;
  const formulas = elements(rule).filter(({ name }) => name === 'x:formula' || name === 'xm:f');
  const [first = Number.NaN, second = first] = formulas.map((formula) => Number(formula.children.join('').trim() || 'none'));
  return compare === undefined || number === undefined || Number.isNaN(first + second) || compare(number, first, second);
}

type Comparison = (number: number, first: number, second: number) => boolean;

const comparisons: ReadonlyMap<string | undefined, Comparison> = new Map<string, Comparison>([
  ['equal', (number, first) => number === first],
  ['notEqual', (number, first) => number !== first],
  ['lessThan', (number, first) => number < first],
  ['lessThanOrEqual', (number, first) => number <= first],
  ['greaterThan', (number, first) => number > first],
  ['greaterThanOrEqual', (number, first) => number >= first],
  ['between', (number, first, second) => number >= Math.min(first, second) && number <= Math.max(first, second)],
  ['notBetween', (number, first, second) => number < Math.min(first, second) || number > Math.max(first, second)],
]);

/** Whether a rule changes more than what is behind a text: by its format (ECMA-376, part 1, 18.8.14), or with icons or bars that replace it. */
function changesOf(styles: OfficeElement | undefined, palette: Palette): (rule: OfficeElement) => boolean {
  const formats = childrenOf(child(styles, 'x:dxfs'), 'x:dxf').map((format) => changesText(format, palette));
  return (rule) =>
    formats[Number(value(rule, 'dxfId') ?? -1)] === true ||
    elements(rule).some((shape) => value(shape, 'showValue') === '0' || (shape.name === 'x14:dxf' && changesText(shape, palette)));
}

const tablesIn = (part: LinkedPart | undefined): readonly OfficeElement[] =>
  childrenOf(child(part?.root, 'x:tableParts'), 'x:tablePart').flatMap((table) => part?.byId(value(table, 'r:id')) ?? []);

function blankStyles(styles: OfficeElement | undefined, palette: Palette): ReadonlySet<string> {
  const formats = childrenOf(child(styles, 'x:dxfs'), 'x:dxf').map((format) => coloursOf(format, palette));
  const isBlank = (part: OfficeElement): boolean => {
    const { print = black, paper = white } = formats[Number(value(part, 'dxfId') ?? -1)] ?? {};
    return !differ(print, paper);
  };
  const blank = childrenOf(child(styles, 'x:tableStyles'), 'x:tableStyle').filter((style) => elements(style).some(isBlank));
  return new Set(blank.flatMap((style) => value(style, 'name') ?? []));
}

/** A format may come with the paper for its colour; otherwise the cell's paper may have just that colour, and its print that of the paper. */
function changesText(format: OfficeElement, palette: Palette): boolean {
  if (child(format, 'x:numFmt')) return true;
  const { print, paper } = coloursOf(format, palette);
  if (paper === undefined) return print !== undefined;
  return !differ(print ?? black, paper);
}

function coloursOf(format: OfficeElement, palette: Palette) {
  const fill = child(format, 'x:fill', 'x:patternFill');
  return {
    print: palette.of(child(format, 'x:font', 'x:color')),
    paper: palette.of(child(fill, 'x:bgColor')) ?? palette.of(child(fill, 'x:fgColor')),
  };
}

/** One fixed-width type, in points: the widths of a file's columns are for fonts that are not known here. */
const character = { width: 6, height: 10 };
const lineHeight = 15;
const [gap, emptyColumn, margin] = [18, 12, 50];
/** Empty rows between two that are shown. */
const mostEmptyRows = 2;

/** Places cells below their column and in their row, so that no text lies over another. Hidden ones take no space. */
function layOut(cells: readonly SheetCell[], number: number): Page {
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
