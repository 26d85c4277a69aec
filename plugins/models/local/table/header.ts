import { type Box, memoizeByObject, type YieldToEventLoop } from '../../../../core/index.js';
import {
  bottom,
  type ColumnConcept,
  columnIn,
  columnsIn,
  currencyCodeOf,
  type HeaderPiece,
  headerPieces,
  labelsIn,
  letters,
  type NumberStyle,
  overlap,
  type PageLine,
  right,
} from '../../../../core/text.js';
import { amountsOn } from '../amounts/labelled-amounts.js';
import { type DocumentLayout, wordLetters } from '../layout.js';

/** The header of a table: up to three rows, and its columns from left to right. */
export interface TableHeader {
  readonly line: PageLine;
  readonly last: PageLine;
  /** The last row that may still be part of the header. */
  readonly reach: PageLine;
  readonly columns: readonly TableColumn[];
}

const maxRows = 5;
/** The largest gap between two rows of a header, in line heights. */
const maxGapHeights = 0.9;

/** The headers of item tables, in document order. Looks line by line, so that other requests run in between. */
export async function headersOf(
  layout: DocumentLayout,
  style: NumberStyle | undefined,
  yieldToEventLoop: YieldToEventLoop,
): Promise<readonly TableHeader[]> {
  const headers: TableHeader[] = [];
  for (let at = 0; at < layout.lines.length; at += 1) {
    await yieldToEventLoop();
    const header = headerFrom(layout, at, style);
    if (!header) continue;
    headers.push(header);
    at = header.last.number;
  }
  return headers;
}

/** The line numbers that some headers take up. */
export const headLines = (headers: readonly TableHeader[]): ReadonlySet<number> =>
  new Set(headers.flatMap(({ line, reach }) => Array.from({ length: reach.number - line.number + 1 }, (_, at) => line.number + at)));

/**
 * The header that begins with a row. One that begins at a lower row wins if it names as many columns and opens with headers, or if it
 * names more: the rows above are then not part of it.
 */
function headerFrom(layout: DocumentLayout, at: number, style: NumberStyle | undefined): TableHeader | undefined {
  // Most rows of a document are near no header; it is cheap to see that.
  const header = layout.lines.slice(at, at + maxRows).some(opensHeader) ? headerAt(layout, at, style) : undefined;
  if (!header) return undefined;
  const lower = layout.lines.slice(at + 1, header.last.number + 1).flatMap(({ number }) => headerAt(layout, number, style) ?? []);
  const opens = opensHeader(header.line);
  if (!opens && !lower.some(({ line }) => opensHeader(line))) return undefined;
  return lower.reduce(
    (best, other) => (known(other.columns) >= known(best.columns) + (opensHeader(best.line) ? 1 : 0) ? other : best),
    header,
  );
}

/** The header that begins with a row, with as many rows as name the most columns, and those below that only say more about some. */
function headerAt(layout: DocumentLayout, at: number, style: NumberStyle | undefined): TableHeader | undefined {
  const first = layout.lines[at];
  if (!first || !mayHead(first, style)) return undefined;
  const rows = [first];
  let best: TableHeader | undefined;
  for (let next: PageLine | undefined = first; next; ) {
    const columns = columnsOf(rows);
    if (isHeader(columns) && saysMore(columns, next, best)) best = { line: first, last: next, reach: next, columns };
    else if (best && isTail(next, best)) best = { ...best, last: next };
    next = rows.length < maxRows ? rowBelow(layout, next, style) : undefined;
    if (next) rows.push(next);
  }
  return best && { ...best, reach: rows.at(-1) ?? best.last };
}

/** Whether the columns with a further row name more than those without it, or the row goes on with the header and as much stays known. */
function saysMore(columns: readonly TableColumn[], row: PageLine, best: TableHeader | undefined): boolean {
  const more = known(columns) - (best ? known(best.columns) : 0);
  return more > 0 || (best !== undefined && more === 0 && isTail(row, best) && keepsNames(best.columns, columns));
}

/** Whether a row below a header goes on with it: it has no numbers, but words under a header of numbers. */
function isTail({ number, numbers, phrases }: PageLine, { last, columns }: TableHeader): boolean {
  if (number !== last.number + 1 || numbers.length > 0) return false;
  return phrases.some(({ box }) => columns.some((column) => isNumeric(column) && overlap(column.box, box) > 0));
}

/** Whether every column that was known is still known with the words below it. */
const keepsNames = (columns: readonly TableColumn[], further: readonly TableColumn[]): boolean =>
  columns.every(
    ({ text, box }) =>
      headerConcept(text) === undefined || further.some((column) => overlap(column.box, box) > 0 && headerConcept(column.text)),
  );

/**
 * Whether at least half of the phrases in a header's first row name a column; one that stands alone mostly does: `Details of the price you paid` is a title.
 * Memoized, because each row is asked for those above it, too.
 */
const opensHeader = memoizeByObject(({ text, phrases }: PageLine): boolean => {
  if (text.length > maxCharacters) return false;
  const least = phrases.length === 1 ? minShareAlone * letters(text) : 0;
  const names = (found: string): boolean => columnsIn(found).reduce((sum, { phrase }) => sum + letters(phrase), 0) > least;
  return phrases.filter(({ text: found }) => names(found) || headerConcept(found)).length * 2 >= phrases.length;
});
const minShareAlone = 0.5;

/** The next row, if it is close and may be part of a header too. */
function rowBelow(layout: DocumentLayout, line: PageLine, style: NumberStyle | undefined): PageLine | undefined {
  const next = layout.lines.slice(line.number + 1, line.number + 1 + maxMarginLines).find((other) => !isBeside(other, line));
  const close = next && next.page === line.page && next.box.y - bottom(line.box) <= maxGapHeights * line.box.height;
  return close && mayHead(next, style) ? next : undefined;
}

/** Text that is printed upwards along the margin comes between the rows, a word at a time. */
const maxMarginLines = 3;

const isBeside = ({ words, box }: PageLine, line: PageLine): boolean =>
  words.length === 1 && (box.x > right(line.box) || right(box) < line.box.x);

/** No header has more, and to look for the names of columns takes time. */
const maxCharacters = 1_000;

/** Whether a row may be part of a header: it holds words, no amounts, no dates, at most one number but years, and no id such as a party's tax number. */
export const mayHead = (line: PageLine, style: NumberStyle | undefined): boolean =>
  line.text.length <= maxCharacters &&
  amountsOn(line, style).length === 0 &&
  line.dates.length === 0 &&
  line.numbers.filter(({ text }) => !isYear(text)).length <= 1 &&
  line.words.some(({ text }) => /\p{L}/u.test(text)) &&
  !line.words.some(({ text }) => idShape.test(text));

/** Of columns for this year and the last. */
const isYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text);

/** Letters among at least five digits: `No:07ABCDE4678K1Z4`. */
const idShape = /^(?=.*\p{L})(?:\D*\d){5}/u;

const known = (columns: readonly TableColumn[]): number => new Set(columns.flatMap(({ concept }) => concept ?? [])).size;

/** Whether columns make a header: one for money, one for the goods or their quantity, and mostly known words. */
function isHeader(columns: readonly TableColumn[]): boolean {
  const concepts = new Set(columns.map(({ concept }) => concept));
  const money = concepts.has('line_amount') || concepts.has('line_unit_price');
  const goods =
    concepts.has('line_description') || concepts.has('line_quantity') || (concepts.has('line_unit_price') && concepts.has('line_amount'));
  const named = columns.filter(({ concept }) => concept).reduce((sum, { text }) => sum + letters(text), 0);
  const all = columns.reduce((sum, { text }) => sum + letters(text), 0);
  return money && goods && columns.length >= 2 && named >= all * 0.4;
}

export interface TableColumn {
  readonly text: string;
  /** The headers above one another in it, from the top: `Article no.` over `Description` heads two lines of each item. */
  readonly stacked: readonly string[];
  readonly box: Box;
  /** Undefined for an unknown header: the column exists, but is not read. */
  readonly concept: ColumnConcept | undefined;
  /** Set where the header is unknown but numbers stand below it. */
  readonly numeric?: true;
  /** Set for the names of the items, beside a column that describes them. */
  readonly names?: true;
}

const numeric: ReadonlySet<ColumnConcept> = new Set([
  'line_position', 'line_quantity', 'line_unit_price', 'line_discount', 'line_tax_rate', 'line_tax', 'line_amount',
]); // biome-ignore format: a table

export const holdsNumbers = (concept: ColumnConcept): boolean => numeric.has(concept);

export const isNumeric = (column: TableColumn | undefined): boolean =>
  column?.concept === undefined ? column?.numeric === true : holdsNumbers(column.concept);

/** The columns of some header rows. Pieces that stand above one another are one header. */
export function columnsOf(rows: readonly PageLine[]): readonly TableColumn[] {
  const merged: StackedPiece[] = [];
  for (const line of rows)
    for (const piece of line.phrases.flatMap(headerPieces).map((one): StackedPiece => ({ ...one, stacked: [one.text] }))) {
      const over = merged.filter(({ box }) => overlap(box, piece.box) > 0.3);
      const [target] = over;
      if (target && over.length === 1)
        merged[merged.indexOf(target)] = {
          text: `${target.text} ${piece.text}`,
          stacked: [...target.stacked, ...piece.stacked],
          box: around(target.box, piece.box),
        };
      else if (over.length === 0) merged.push(piece);
    }
  return settled(merged.map((piece) => ({ ...piece, concept: headerConcept(piece.text) })).sort((a, b) => a.box.x - b.box.x));
}

/**
 * Keeps the first column of each concept, but all of amounts and descriptions, because sums and texts decide about these later. Without a
 * column of amounts the second of two prices becomes one.
 */
function settled(columns: readonly TableColumn[]): readonly TableColumn[] {
  const hasAmount = columns.some(({ concept }) => concept === 'line_amount');
  return columns.map((column) => {
    const { concept } = column;
    const first = columns.find((other) => other.concept === concept);
    if (first === column || concept === 'line_amount' || concept === 'line_description') return column;
    return { ...column, concept: concept === 'line_unit_price' && !hasAmount ? 'line_amount' : undefined };
  });
}

interface StackedPiece extends HeaderPiece {
  readonly stacked: readonly string[];
}

/**
 * Whether a header says that its column holds the article code in an item's first line and its description below: one above the other, or
 * `Article no. / Description`.
 */
export const isUnderCode = ({ text, stacked: [first, second] }: TableColumn): boolean =>
  first !== undefined && second !== undefined
    ? columnIn(first) === 'line_code' && columnIn(second) === 'line_description'
    : /^[^/]+\/[^/]+$/.test(text) && columnsIn(text)[0]?.name === 'line_code' && columnsIn(text)[1]?.name === 'line_description';

/** The concept of a header: the label that takes up most of it. A currency alone heads amounts, and `Service period` heads dates, no services. */
export function headerConcept(text: string): ColumnConcept | undefined {
  const longest = columnsIn(text).toSorted((a, b) => letters(b.phrase) - letters(a.phrase))[0];
  if (!longest) return currencyCodeOf(text.replace(/[()]/g, '')) ? 'line_amount' : undefined;
  if (labelsIn(text).some(({ concept, label }) => concept.endsWith('_date') && letters(label) > letters(longest.phrase))) return undefined;
  const all = wordLetters(text);
  return letters(longest.phrase) >= all * 0.4 ? longest.name : undefined;
}

function around(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.max(right(a), right(b)) - x, height: Math.max(bottom(a), bottom(b)) - y };
}
