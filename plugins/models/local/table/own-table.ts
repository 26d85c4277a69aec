import { type Box, type Cell, concrete, decimal, type Field, memoizeByObject, requireFewCells } from '../../../../core/index.js';
import {
  captionFit,
  conceptOf,
  fieldLabels,
  isOverValue,
  labelIn,
  letters,
  marksIn,
  minCaptionFit,
  misalignment,
  overlap,
  type PageLine,
} from '../../../../core/text.js';
import { cell, type Find } from '../find.js';
import { type DocumentLayout, phraseAt } from '../layout.js';
import { dayIn } from '../values/dates.js';
import { type BodyRow, bodyOf, numberAt, textAt } from './body.js';
import { isChosen } from './chosen-rows.js';
import { columnsOf, headerConcept, mayHead, type TableHeader } from './header.js';
import {
  announces,
  gapOf,
  lastLineOf,
  maxTailGapHeights,
  type OwnReach,
  type OwnRow,
  reachOf,
  type TextOfCell,
  textOfLines,
  withTails,
} from './row-tails.js';

/**
 * The rows of an array of the caller's, whatever it lists: those under the headers that its fields name, `Lote`, `Caducidad`, `Servido` for `lot`,
 * `expiry`, `delivered`. A row has at least two of its columns; the first line with fewer ends the table.
 * @param headed whether only a table counts over which the name of the array stands, where several could be its
 */
export function ownRows(fields: readonly Field[], layout: DocumentLayout, { headed }: { readonly headed: boolean }): readonly Cell[] {
  const asked = fields.filter(({ enum: choices, type }) => choices === undefined && type !== 'boolean');
  const table = asked.length < minColumns || asked.length > maxColumns ? undefined : bestHeader(asked, layout, headed);
  if (!table) return [];
  const rows = rowsUnder(table, layout);
  requireFewCells(rows.length * fields.length);
  const placed = fields.map((field) => ({ field, column: columnIn(table, field, rows) }));
  return rows.flatMap((row, at) =>
    placed.map(({ field, column }) => {
      const found = column && cellIn(field, { row, at, column }, layout);
      const answer = cell(field, found && foundIn(row, found), concrete(field.path, [at]));
      if (isChosen(field)) return { ...answer, confidence: 'guess' };
      // A column under a header that nobody knows may be the one.
      return found ? answer : { ...answer, confidence: 'unsure' };
    }),
  );
}

const foundIn = ({ line }: BodyRow, { text, isWhole, isJoined = false }: TextOfCell): Find => ({
  value: text,
  page: line.page,
  quote: isJoined ? text : line.text,
  confidence: isWhole ? 'likely' : 'unsure',
  reason: 'exact',
});

/** The column of a field. */
interface OwnColumn {
  readonly index: number;
  readonly header: Box | undefined;
  /** Whether its texts begin with the numbers of their rows, of which no field is asked. */
  readonly isCounted: boolean;
  readonly wide: OwnReach;
}

function columnIn({ header, columnOf }: OwnTable, field: Field, rows: readonly OwnRow[]): OwnColumn | undefined {
  const index = columnOf.get(field);
  if (index === undefined) return undefined;
  const isCounted = rows.length > 1 && rows.slice(0, 2).every((row, at) => textAt(row, index).startsWith(`${at + 1} `));
  return { index, header: header.columns[index]?.box, isCounted, wide: reachOf(index, rows) };
}

/** A header of which several columns are named by fields of an array. */
interface OwnTable {
  readonly header: TableHeader;
  readonly columnOf: ReadonlyMap<Field, number>;
}

/** The line whose texts name most fields, and at least half of them: of several the one under the name of the array. */
function bestHeader(fields: readonly Field[], layout: DocumentLayout, headed: boolean): OwnTable | undefined {
  const lines = possibleHeaders(layout.lines);
  const underName = new Set(lines.filter((line) => isUnderName(fields, line, layout)));
  if (headed && underName.size === 0) return undefined;
  const tables = lines
    .map((line) => ownTable(fields, line, layout.lines))
    .filter(({ columnOf }) => columnOf.size >= Math.max(minColumns, fields.length / 2))
    .toSorted((a, b) => b.columnOf.size - a.columnOf.size);
  const [best, next] = tables;
  const own = next && tables.find(({ header }) => underName.has(header.line));
  return own ?? (headed ? undefined : best);
}

/** Whether the line over a header is the name of the array. */
function isUnderName([field]: readonly Field[], header: PageLine, { lines }: DocumentLayout): boolean {
  const [heading, ...others] = lines[header.number - 1]?.phrases ?? [];
  if (!field || !heading || others.length > 0 || heading.row.page !== header.page) return false;
  return captionFit({ ...field, path: '$', names: field.names.slice(0, -1) }, heading.text) >= minHeadingFit;
}
const minHeadingFit = 0.9;
const minColumns = 2;
const maxColumns = 20;
/** More lines that may be headers are looked at by no reader of invoices. */
const maxHeaders = 100;
/** No header has more. */
const maxCharacters = 1_000;

const possibleHeaders = memoizeByObject((lines: readonly PageLine[]): readonly PageLine[] =>
  lines.filter((line) => standOverNumbers(line, lines[line.number + 1])).slice(0, maxHeaders),
);

/** Whether texts without a number stand side by side over a line with one. */
const standOverNumbers = ({ phrases, text, page }: PageLine, next: PageLine | undefined): boolean =>
  text.length <= maxCharacters &&
  phrases.length >= minColumns &&
  phrases.length <= maxColumns &&
  !/\d/.test(text) &&
  next?.page === page &&
  /\d/.test(next.text);

/** Each field with the column that names it best; a column is one field's. */
function ownTable(fields: readonly Field[], line: PageLine, lines: readonly PageLine[]): OwnTable {
  const next = lines[line.number + 1];
  const last = next && isTailOfHeader(line, next) ? next : line;
  const columns = columnsOf(last === line ? [line] : [line, last]);
  const fits = fields.flatMap((field) => columns.map(({ text }, column) => ({ field, column, fit: fitOf(field, text) })));
  const columnOf = new Map<Field, number>();
  for (const { field, column, fit } of fits.toSorted((a, b) => b.fit - a.fit))
    if (fit >= minCaptionFit && !columnOf.has(field) && ![...columnOf.values()].includes(column)) columnOf.set(field, column);
  return { header: { line, last, reach: last, columns }, columnOf };
}

/** Whether a line right under a header says more of a few of its columns: a unit, a rate, or the rest of a word. */
function isTailOfHeader(header: PageLine, line: PageLine): boolean {
  return (
    line.page === header.page &&
    line.phrases.length * 2 < header.phrases.length &&
    gapOf(header, line) <= maxTailGapHeights * line.box.height &&
    mayHead(line, undefined) &&
    line.phrases.every(({ box }) => header.phrases.some((over) => overlap(over.box, box) > 0))
  );
}

/**
 * A header of a known column is named as well as it can be; of two, `Item` and `Description of work`, `Gross amount` and `Own amount`, the one in the
 * field's own words is better.
 */
function fitOf(field: Field, text: string): number {
  const concept = conceptOf(field);
  if (concept === 'line_tax_rate' && headsMoney.test(text)) return 0;
  const header = text.replace(/(?<=\p{L})- (?=\p{Ll})/gu, '').replace(/ \d[\d.,]* ?%/, '');
  const isKnown = concept !== undefined && headerConcept(header) === concept;
  const isOwn = isKnown && labelIn(header, { words: fieldLabels(field) })?.concept === 'own';
  return captionFit(field, header) + (isKnown ? 1 : 0) + (isOwn ? ownWordsFit : 0);
}
const ownWordsFit = 0.5;
/** `€ incl. VAT` heads no rates of tax. */
const headsMoney = /^\p{Sc}|\p{Sc}\)?$/u;

/** The rows under a header that fill its columns, to the first that does not, sums them up, or stands apart from them. */
function rowsUnder({ header, columnOf }: OwnTable, layout: DocumentLayout): readonly OwnRow[] {
  const named = [...new Set(columnOf.values())];
  const lines = withTails(bodyOf(layout, header, layout.lines.length).filter(({ line }) => !isCarried(line)));
  const sums = sumRows(lines, named, layout);
  let counted = named;
  const end = lines.findIndex((row, at) => {
    const numbers = named.filter((column) => numberAt(row, column, layout.index.style) !== undefined);
    const isOther = at > 1 && counted.length > 0 && !counted.some((column) => numbers.includes(column));
    counted = counted.filter((column) => numbers.includes(column));
    const filled = named.filter((column) => textAt(row, column) !== '').length;
    const [before, above] = [lines[at - 2]?.line, lastLineOf(lines[at - 1]) ?? header.last];
    return isOther || filled < minColumns || sums.has(at) || !goesOn(row.line, { above, before, layout });
  });
  return end < 0 ? lines : lines.slice(0, end);
}

/**
 * The rows that sum up those above: all of their numbers are the sums of their columns, two or more, or one where another column that is asked for is empty.
 * Counts may be such sums by chance, and positions are.
 */
function sumRows(rows: readonly BodyRow[], named: readonly number[], { index }: DocumentLayout): ReadonlySet<number> {
  const found = new Set<number>();
  const sums = named.map(() => decimal(0));
  for (const [at, row] of rows.entries()) {
    const numbers = named.map((column) => numberAt(row, column, index.style)?.value);
    const printed = numbers.flatMap((number, column) => (number && !number.eq(at + 1) ? [{ number, sum: sums[column] }] : []));
    const isSum = printed.length > 0 && printed.every(({ number, sum }) => !number.isZero() && sum?.eq(number));
    const isAlone = printed.length === 1 && named.every((column) => textAt(row, column) !== '');
    if (at > 1 && isSum && !isAlone) found.add(at);
    for (const [column, number] of numbers.entries()) sums[column] = sums[column]?.plus(number ?? 0) ?? decimal(0);
  }
  return found;
}

const isCarried = ({ text }: PageLine): boolean => marksIn(text).some(({ name }) => name === 'carry-over');

interface RowPlace {
  readonly above: PageLine;
  /** The row above that one. */
  readonly before: PageLine | undefined;
  readonly layout: DocumentLayout;
}

/** Whether a line is the next row of a table, as near as the rows above are to each other, and none that announces or sums up something. */
function goesOn(line: PageLine, { above, before, layout: { lines, index } }: RowPlace): boolean {
  if (announces(line)) return false;
  if (line.phrases.every((phrase) => isOverValue(phrase, index))) return false;
  if (line.page !== above.page) return true;
  const usual = before?.page === above.page ? Math.max(line.box.height, 2 * gapOf(before, above)) : maxGapHeights * line.box.height;
  return gapOf(above, line) <= usual && lines.slice(above.number + 1, line.number).every(isCarried);
}

const maxGapHeights = 3;

interface OwnCell {
  readonly row: OwnRow;
  readonly at: number;
  readonly column: OwnColumn;
}

/** What a cell prints, if it can be what its field asks for. */
function cellIn(field: Field, { row, at, column }: OwnCell, layout: DocumentLayout): TextOfCell | undefined {
  const said = textOfLines(row, column.wide);
  const text = column.isCounted && said.text.startsWith(`${at + 1} `) ? said.text.slice(`${at + 1} `.length) : said.text;
  if (text === '') return undefined;
  if (field.type === 'string' && !isDay(field)) return { ...said, text };
  const value = field.type === 'string' ? dayIn(textAt(row, column.index), row.line, layout.index) : numberIn(row, column);
  return value === undefined ? undefined : { text: value, isWhole: true };
}

function numberIn(row: OwnRow, { index, header }: OwnColumn): string | undefined {
  const token = row.line.numbers[row.numbers[index] ?? -1];
  const words = token && phraseAt(row.line, token.from)?.text;
  return token && letters(words ?? '') <= maxUnitLetters && isUnder(token.box, header) ? token.text : undefined;
}
/** Of a currency or a unit; more letters beside a number are a text that it is a part of: `Ryzen 7`. */
const maxUnitLetters = 4;

/** Whether a number stands under its header, or is aligned with it. */
const isUnder = (number: Box, header: Box | undefined): boolean =>
  header !== undefined && (overlap(number, header) > 0 || misalignment(number, header) <= number.height);

const isDay = ({ format }: Field): boolean => format === 'date' || format === 'date-time';
