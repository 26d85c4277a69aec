import { type Decimal, decimal } from '../../../core/index.js';
import { type Amount, amountsOn } from './amounts.js';
import { kindOf } from './body.js';
import { quoteOf } from './find.js';
import type { Item, ItemCell } from './items.js';
import { type Line, letters, right, type Sheet, textOf } from './layout.js';
import type { Known, Table } from './table.js';

/** Edges of one column of amounts differ by at most this many heights. */
const ALIGNED = 0.6;
/** Receipts have more lines than this only in theory; the search for the run that adds up is quadratic. */
const MOST = 200;

/**
 * Lines without a header, as on receipts: rows that end with an amount in one column, above the sums. Only a run of them that adds up to a sum
 * of the document is taken for its items; nothing else says what they are.
 */
export function headlessTable(sheet: Sheet, known: Known): Table | undefined {
  const rows = rowsAboveSums(sheet, known).slice(-MOST);
  const edges = new Set(rows.map(({ token }) => Math.round(right(token.box))));
  for (const edge of edges) {
    const column = rows.filter(({ token }) => Math.abs(right(token.box) - edge) <= ALIGNED * token.box.height);
    const run = runOf(column, known.sums);
    if (run) return { headers: [], items: run.map((amount) => itemOf(amount, known)), confidence: 'likely' };
  }
  return undefined;
}

/** The last amount of each row that says something before it and is no sum, up to the first sum. */
function rowsAboveSums(sheet: Sheet, { style }: Known): readonly Amount[] {
  const found: Amount[] = [];
  for (const line of sheet.lines) {
    const amount = amountsOn(line, style).at(-1);
    if (!amount) continue;
    const kind = kindOf(line);
    if (kind === 'end' && found.length > 0) break;
    if (kind === 'row' && letters(textOf(line, 0, amount.token.from)) > 1) found.push(amount);
  }
  return found;
}

/** The longest run of neighbours that adds up to one of the sums. One row alone proves nothing: it may be the sum itself. */
function runOf(amounts: readonly Amount[], sums: readonly Decimal[]): readonly Amount[] | undefined {
  let best: readonly Amount[] | undefined;
  for (let from = 0; from < amounts.length; from += 1) {
    let sum = decimal(0);
    for (let to = from; to < amounts.length; to += 1) {
      sum = sum.plus(amounts[to]?.value ?? 0);
      const length = to - from + 1;
      if (length > 1 && length > (best?.length ?? 0) && sums.some((other) => other.equals(sum))) best = amounts.slice(from, to + 1);
    }
  }
  return best;
}

/** Words are the description; two further numbers whose product is the amount are quantity and price, `2 x 3.50` and `3.50 x 2` alike. */
function itemOf({ line, token, value }: Amount, { style }: Known): Item {
  const quote = quoteOf(line, { from: 0, to: token.to });
  const cell = (text: string, number?: Decimal): ItemCell => ({ value: text, number, line, quote });
  const before = amountsAndCounts(line, token.from);
  const pair = before.flatMap((a) =>
    before.filter((b) => b !== a && a.number.times(b.number).equals(value)).map((b) => [a, b] as const),
  )[0];
  const [quantity, price] = pair?.toSorted((a, b) => a.decimals - b.decimals) ?? [];
  const words = line.words.slice(0, token.from).filter((_, at) => !before.some(({ from, to }) => pair && from <= at && at < to));
  const description = words
    .map(({ text }) => text)
    .join(' ')
    .replace(/^\W*[x×@]?\s+|\s+[x×@]?\W*$/giu, '');
  return {
    amount: value,
    columns: [],
    cells: {
      line_amount: cell(token.text, value),
      ...(letters(description) > 1 ? { line_description: { ...cell(description), quote: description } } : {}),
      ...(quantity && price
        ? { line_quantity: cell(quantity.text, quantity.number), line_unit_price: cell(price.text, price.number) }
        : {}),
    },
  };

  function amountsAndCounts(own: Line, end: number) {
    return own.numbers
      .filter(({ to, value: number }) => to <= end && !number.percent)
      .flatMap(({ text, from, to, value: number }) => {
        const [reading] =
          number.readings.length === 1
            ? number.readings
            : amountsOn(own, style).flatMap((other) => (other.token.from === from ? other.value : []));
        return reading ? [{ text, from, to, number: reading, decimals: number.decimals ?? 0 }] : [];
      });
  }
}
