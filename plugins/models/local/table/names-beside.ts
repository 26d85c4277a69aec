import { bottom, isPrintedAsMoney, letters, type PageLine } from '../../../../core/text.js';
import { type ItemCell, type ItemPage, kindOf, type TableItem } from './body.js';

/** The name of an item and the line it stands in. */
export interface ItemName {
  readonly text: string;
  readonly line: PageLine;
}

/** A row with an amount. It is named where the row itself says what was sold. */
export interface NamedRow {
  readonly line: PageLine;
  readonly named: boolean;
}

/**
 * Adds names from lines above or below the rows, where most rows have none, as on receipts that print codes in their place. No header
 * announces these names, so they are unsure.
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
 * The names of rows that do not name the item themselves: from the lines above each row or from those below, as on receipts.
 * Where both fit, the lines below win: the last row then has a name too, before the sums.
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

/** The largest gap between the lines of an item, in line heights, and the most lines. */
const maxGapHeights = 1.2;

const maxLines = 3;

/** The free lines directly above or below a row, in page order. */
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

/** Whether a line may hold a name: it is not a sum, a date, the value of a label or an amount. */
const isFree = (line: PageLine): boolean =>
  line.dates.length === 0 &&
  !/[:：]\s*[\d.,]+$/.test(line.text) &&
  !line.numbers.some(({ value }) => isPrintedAsMoney(value)) &&
  kindOf(line) === 'row';

/** The name in some lines, without lines of codes; undefined where all lines are codes. */
function nameOf(lines: readonly PageLine[]): ItemName | undefined {
  const saying = lines.filter(({ text }) => says(text));
  const [first] = saying;
  return first && { text: saying.map(({ text }) => text).join(' '), line: first };
}

/** Whether a text has more letters than digits and at least one word. */
const says = (text: string): boolean => letters(text) > (text.match(/\d/g) ?? []).length && /\p{L}{3}/u.test(text);
