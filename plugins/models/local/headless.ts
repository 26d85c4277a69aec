import { type Decimal, decimal } from '../../../core/index.js';
import { type Amount, amountsOn } from './amounts.js';
import { kindOf } from './body.js';
import { headlessItem } from './headless-item.js';
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
    if (run)
      return { headers: [], items: run.map((amount) => headlessItem(amount, besideOf(amount, sheet), known.style)), confidence: 'likely' };
  }
  return undefined;
}

/** The lines below and above an amount's on its page. */
const besideOf = ({ line }: Amount, sheet: Sheet): readonly Line[] =>
  [line.number + 1, line.number - 1].flatMap((at) => sheet.lines[at] ?? []).filter(({ page }) => page === line.page);

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
