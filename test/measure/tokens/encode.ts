import type { Cell } from '../../../core/index.js';
import { rowOf } from '../../../core/schema/path.js';
import type { CompactAnswer, CompactTable } from '../../../plugins/models/llm/reply.js';

/** The answer that a model would have given where it gave these cells: what was quoted beside a value become its words, and rows their values. */
export function encode(cells: readonly Cell[]): CompactAnswer {
  const arrays = Map.groupBy(
    cells.filter(({ path }) => rowOf(path)),
    ({ path }) => rowOf(path)?.array ?? '',
  );
  return {
    fields: cells.filter(({ path }) => !rowOf(path)).map(fieldOf),
    tables: [...arrays].flatMap(([array, own]) => tablesOf(array, own)),
  };
}

const unrooted = (path: string): string => path.replace(/^\$\./, '');

function fieldOf(cell: Cell): readonly string[] {
  const doubt = doubtOf(cell);
  if (cell.value === null) return [unrooted(cell.path), ...(doubt ? ['', doubt] : [])];
  return [unrooted(cell.path), cell.value, String(cell.page ?? ''), wordsOf(cell), ...(doubt ? [doubt] : [])];
}

const doubtOf = ({ confidence, reason, value }: Cell): string =>
  [confidence === 'certain' ? '' : confidence, reason === 'exact' || value === null ? '' : reason].filter((word) => word !== '').join(' ');

/** The quoted words before the value, else those after it; all of them where the value is not among them. */
function wordsOf({ quote, value }: Cell): string {
  if (quote === null || value === null) return '';
  const at = quote.lastIndexOf(value);
  return at < 0 ? quote : quote.slice(0, at).trim() || quote.slice(at + value.length).trim();
}

/** One entry a page, in the order of the rows. */
function tablesOf(array: string, cells: readonly Cell[]): readonly CompactTable[] {
  const columns = [...new Set(cells.map(columnOf))];
  const rows = Map.groupBy(cells, ({ path }) => rowOf(path)?.index ?? 0);
  const count = Math.max(...rows.keys()) + 1;
  const tables: { page: number; rows: (readonly (string | null)[])[] }[] = [];
  for (let row = 0; row < count; row += 1) {
    const own = new Map((rows.get(row) ?? []).map((cell) => [columnOf(cell), cell]));
    const page = [...own.values()].find((cell) => cell.page !== null)?.page ?? tables.at(-1)?.page ?? 1;
    if (tables.at(-1)?.page !== page) tables.push({ page, rows: [] });
    tables.at(-1)?.rows.push(rowOfCells(columns, own));
  }
  return tables.map((table) => ({ name: unrooted(array), columns, ...table }));
}

/** What follows the row in the path: `amount`; empty for plain values. */
const columnOf = ({ path }: Cell): string => path.slice(rowOf(path)?.row.length ?? 0).replace(/^\./, '');

function rowOfCells(columns: readonly string[], cells: ReadonlyMap<string, Cell>): readonly (string | null)[] {
  const doubts = [...cells].flatMap(([column, cell]) => (doubtOf(cell) && cell.value !== null ? [`${column}: ${doubtOf(cell)}`] : []));
  return [...columns.map((column) => cells.get(column)?.value ?? null), ...doubts];
}
