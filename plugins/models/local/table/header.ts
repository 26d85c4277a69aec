import type { Box } from '../../../../core/index.js';
import { type ColumnConcept, columnIn, columnsIn, currencyCodeOf, type NumberStyle } from '../../../../core/text.js';
import { amountsOn } from '../amounts/amounts.js';
import { bottom, boxOf, type Line, letters, overlap, type Phrase, placed, right, type Sheet, wordLetters } from '../page/layout.js';

/** A column of a table by its header. */
export interface Column {
  readonly text: string;
  /** The headers that stand over one another in it, from the top: `Article no.` over `Description` heads two lines of each item. */
  readonly stacked: readonly string[];
  readonly box: Box;
  /** Undefined for a header that says nothing we know: the column is there, but nobody reads it. */
  readonly concept: ColumnConcept | undefined;
  /** Set where the header says nothing we know, but numbers stand below it. */
  readonly numeric?: true;
}

/** The header of a table: up to three rows, and the columns from left to right. */
export interface Header {
  readonly line: Line;
  readonly last: Line;
  /** The last row that may still belong to it. */
  readonly reach: Line;
  readonly columns: readonly Column[];
}

const MOST_ROWS = 3;
/** Rows of one header are at most this many heights apart. */
const LEADING = 0.9;

/** The headers of tables of lines, in the order of the document. */
export function headersOf(sheet: Sheet, style: NumberStyle | undefined): readonly Header[] {
  const headers: Header[] = [];
  for (let at = 0; at < sheet.lines.length; at += 1) {
    const header = headerFrom(sheet, at, style);
    if (!header) continue;
    headers.push(header);
    at = header.last.number;
  }
  return headers;
}

/** The numbers of the lines of some headers. */
export const headLines = (headers: readonly Header[]): ReadonlySet<number> =>
  new Set(headers.flatMap(({ line, reach }) => Array.from({ length: reach.number - line.number + 1 }, (_, at) => line.number + at)));

/** The header that begins with a row, unless one that begins below it in the same rows names more columns: then the rows above are none of its. */
function headerFrom(sheet: Sheet, at: number, style: NumberStyle | undefined): Header | undefined {
  const header = headerAt(sheet, at, style);
  if (!header) return undefined;
  const below = sheet.lines.slice(at + 1, header.last.number + 1).flatMap(({ number }) => headerAt(sheet, number, style) ?? []);
  return below.reduce((best, other) => (known(other.columns) > known(best.columns) ? other : best), header);
}

/** The header that begins with a row: of as many rows as name the most columns. */
function headerAt(sheet: Sheet, at: number, style: NumberStyle | undefined): Header | undefined {
  const first = sheet.lines[at];
  if (!first || !mayHead(first, style) || !opensHeader(first)) return undefined;
  const rows = [first];
  let best: Header | undefined;
  for (let next: Line | undefined = first; next; ) {
    const columns = columnsOf(rows);
    if (isHeader(columns) && (!best || known(columns) > known(best.columns))) best = { line: first, last: next, reach: next, columns };
    next = rows.length < MOST_ROWS ? rowBelow(sheet, next, style) : undefined;
    if (next) rows.push(next);
  }
  return best && { ...best, reach: rows.at(-1) ?? best.last };
}

/** At least half of the phrases of a header's first row name a column. */
const opensHeader = ({ phrases }: Line): boolean =>
  phrases.filter(({ text }) => columnsIn(text).length > 0 || conceptOf(text)).length * 2 >= phrases.length;

/** The next row, if it is close and may be a part of a header, too. */
function rowBelow(sheet: Sheet, line: Line, style: NumberStyle | undefined): Line | undefined {
  const next = sheet.lines[line.number + 1];
  const close = next && next.page === line.page && next.box.y - bottom(line.box) <= LEADING * line.box.height;
  return close && mayHead(next, style) ? next : undefined;
}

/** A header holds no amounts and no dates, and more words than numbers. */
const mayHead = (line: Line, style: NumberStyle | undefined): boolean =>
  amountsOn(line, style).length === 0 &&
  line.dates.length === 0 &&
  line.numbers.length <= 1 &&
  line.words.some(({ text }) => /\p{L}/u.test(text));

const known = (columns: readonly Column[]): number => new Set(columns.flatMap(({ concept }) => concept ?? [])).size;

/** Two different columns, one with money, one that says what was sold or how much of it; and words that are mostly headers. */
function isHeader(columns: readonly Column[]): boolean {
  const concepts = new Set(columns.map(({ concept }) => concept));
  const money = concepts.has('line_amount') || concepts.has('line_unit_price');
  const goods =
    concepts.has('line_description') || concepts.has('line_quantity') || (concepts.has('line_unit_price') && concepts.has('line_amount'));
  const named = columns.filter(({ concept }) => concept).reduce((sum, { text }) => sum + letters(text), 0);
  const all = columns.reduce((sum, { text }) => sum + letters(text), 0);
  return money && goods && columns.length >= 2 && named >= all * 0.4;
}

/** The columns that some rows head: pieces that stand over one another are one header. */
function columnsOf(rows: readonly Line[]): readonly Column[] {
  const merged: Piece[] = [];
  for (const line of rows)
    for (const piece of line.phrases.flatMap((phrase) => piecesOf(line, phrase))) {
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
  return settled(merged.map((piece) => ({ ...piece, concept: conceptOf(piece.text) })).sort((a, b) => a.box.x - b.box.x));
}

/**
 * Of columns that mean the same the first counts; but every one of amounts, because the sums decide, and of descriptions, because what stands
 * below decides. Where no column is of amounts, the last of two prices is.
 */
function settled(columns: readonly Column[]): readonly Column[] {
  const hasAmount = columns.some(({ concept }) => concept === 'line_amount');
  return columns.map((column) => {
    const { concept } = column;
    const first = columns.find((other) => other.concept === concept);
    if (first === column || concept === 'line_amount' || concept === 'line_description') return column;
    return { ...column, concept: concept === 'line_unit_price' && !hasAmount ? 'line_amount' : undefined };
  });
}

interface Piece {
  readonly text: string;
  readonly stacked: readonly string[];
  readonly box: Box;
}

/** A phrase of a header falls apart where another header begins: `Qty: Subtotal: VAT:`. */
function piecesOf(line: Line, phrase: Phrase): readonly Piece[] {
  const found = columnsIn(phrase.text).map((match) => placed(phrase, 'own', match));
  const cuts = [...new Set([phrase.from, ...found.slice(1).map(({ from }) => from)])];
  return cuts.map((from, index) => {
    const to = cuts[index + 1] ?? phrase.to;
    const words = line.words.slice(from, to);
    const text = words.map(({ text }) => text).join(' ');
    return { text, stacked: [text], box: boxOf(line, from, to) };
  });
}

/** Whether a column prints the article's code in the first line of an item and its description below, as the headers over one another say. */
export const isUnderCode = ({ stacked: [first, second] }: Column): boolean =>
  first !== undefined && second !== undefined && columnIn(first) === 'line_code' && columnIn(second) === 'line_description';

/** What a header says: the label that is most of it. A currency alone heads amounts. */
function conceptOf(text: string): ColumnConcept | undefined {
  const longest = columnsIn(text).toSorted((a, b) => letters(b.phrase) - letters(a.phrase))[0];
  if (!longest) return currencyCodeOf(text.replace(/[()]/g, '')) ? 'line_amount' : undefined;
  const said = wordLetters(text);
  return letters(longest.phrase) >= said * 0.4 ? longest.name : undefined;
}

function around(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, width: Math.max(right(a), right(b)) - x, height: Math.max(bottom(a), bottom(b)) - y };
}
