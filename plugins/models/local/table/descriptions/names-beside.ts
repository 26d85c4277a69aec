import { bottom, letters, type PageLine, textOf } from '../../page/layout.js';
import { kindOf } from '../body.js';
import type { ItemCell, ItemPage, TableItem } from '../items.js';

/** What was sold, and where that stands. */
export interface ItemName {
  readonly text: string;
  readonly line: PageLine;
}

/** The row of an amount, and whether it says itself what was sold. */
export interface NamedRow {
  readonly line: PageLine;
  readonly named: boolean;
}

/**
 * The items of a table that prints what was sold above or below the rows of their numbers, with those names: where most rows have none under the
 * header, as on receipts that print the code of the article there. The header does not say so, hence they are unsure.
 */
export function describedBeside(items: readonly TableItem[], pages: readonly ItemPage[]): readonly TableItem[] {
  const nameless = items.filter(({ cells }) => !cells.line_description).length;
  if (nameless * 2 <= items.length) return items;
  const names = namesBeside(
    items.map(({ line, cells }) => ({ line, named: cells.line_description !== undefined })),
    pages.flatMap(({ rows }) => rows.map(({ line }) => line)),
  );
  return items.map((item, at) => {
    const name = names[at];
    if (!name) return item;
    const described: ItemCell = { value: name.text, number: undefined, line: name.line, quote: name.text, confidence: 'unsure' };
    return { ...item, cells: { ...item.cells, line_description: described } };
  });
}

/**
 * The names of rows that do not say what was sold: in the lines above each of them, or below each, as on receipts. Where both could be, it is
 * below: lines that name come between, and the last row has one, too, before the sums.
 * @param lines the lines that may hold names, the rows among them
 */
export function namesBeside(rows: readonly NamedRow[], lines: readonly PageLine[]): readonly (ItemName | undefined)[] {
  const owned = new Set(rows.map(({ line }) => line));
  const places = new Map(lines.map((line, at) => [line, at]));
  const run = (line: PageLine, step: 1 | -1) => runFrom(lines, places.get(line) ?? -1, { step, owned });
  const found = rows.map(({ line, named }) => ({ above: named ? [] : run(line, -1), below: named ? [] : run(line, 1) }));
  const count = (side: 'above' | 'below') => found.filter((runs) => nameOf(runs[side])).length;
  const side = count('below') >= count('above') ? 'below' : 'above';
  const most = Math.min(...found.map((runs) => runs[side].length).filter((length) => length > 0));
  return found.map((runs) => nameOf(side === 'below' ? runs.below.slice(0, most) : runs.above.slice(-most)));
}

/** Lines of one item are at most this many heights apart, and so many in number. */
const maxGapHeights = 1.2;

const maxLines = 3;

/** The free lines right above or below a row, from the top. */
function runFrom(
  lines: readonly PageLine[],
  at: number,
  { step, owned }: { step: 1 | -1; owned: ReadonlySet<PageLine> },
): readonly PageLine[] {
  const found: PageLine[] = [];
  for (let place = at; found.length < maxLines; place += step) {
    const [last, next] = [lines[place], lines[place + step]];
    if (!last || !next || owned.has(next) || next.page !== last.page || !isFree(next)) break;
    if (gap(last, next) > maxGapHeights * Math.max(last.box.height, next.box.height)) break;
    found.push(next);
  }
  return step < 0 ? found.reverse() : found;
}

const gap = (a: PageLine, b: PageLine): number => Math.max(a.box.y, b.box.y) - Math.min(bottom(a.box), bottom(b.box));

/** Neither a sum, nor a date, nor the value of a label, nor an amount. */
const isFree = (line: PageLine): boolean =>
  line.dates.length === 0 &&
  !/[:：]\s*[\d.,]+$/.test(wordsOf(line)) &&
  !line.numbers.some(({ value }) => value.decimals === 2 || value.currency !== undefined) &&
  kindOf(line) === 'row';

/** The lines of words, without those of codes between them; undefined where all are codes. */
function nameOf(lines: readonly PageLine[]): ItemName | undefined {
  const saying = lines.filter((line) => says(wordsOf(line)));
  const [first] = saying;
  return first && { text: saying.map(wordsOf).join(' '), line: first };
}

/** More letters than digits, and a word among them. */
const says = (text: string): boolean => letters(text) > (text.match(/\d/g) ?? []).length && /\p{L}{3}/u.test(text);

const wordsOf = (line: PageLine): string => textOf(line, 0, line.words.length);
